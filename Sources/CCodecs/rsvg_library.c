#include "rsvg_library.h"

#include <pthread.h>
#include <stdio.h>

#include <CKernel.h>

#include "codec.h"

#define RSVG(symbol, name) {"rsvg_" #symbol, offsetof(shim_rsvg_functions, name)}
#define CAIRO(symbol, name) {"cairo_" #symbol, offsetof(shim_cairo_functions, name)}

static const kernel_symbol rsvg_symbols[] = {
  RSVG(handle_new_from_data, from_data),
  RSVG(handle_set_dpi, set_dpi),
  RSVG(handle_get_intrinsic_size_in_pixels, size_in_pixels),
  RSVG(handle_get_intrinsic_dimensions, dimensions),
  RSVG(handle_render_document, render),
  RSVG(major_version, major),
  RSVG(minor_version, minor),
  RSVG(micro_version, micro),
};

static const kernel_symbol cairo_symbols[] = {
  CAIRO(version_string, version),
  CAIRO(image_surface_create, create_surface),
  CAIRO(surface_status, surface_status),
  CAIRO(surface_flush, flush),
  CAIRO(image_surface_get_data, data),
  CAIRO(image_surface_get_stride, stride),
  CAIRO(surface_destroy, destroy_surface),
  CAIRO(create, create),
  CAIRO(status, status),
  CAIRO(scale, scale),
  CAIRO(translate, translate),
  CAIRO(destroy, destroy),
};

static const kernel_symbol gobject_symbols[] = {{"g_object_unref", offsetof(shim_gobject_functions, unref)}};
static const kernel_symbol glib_symbols[] = {
  {"g_clear_error", offsetof(shim_glib_functions, clear_error)},
  {"g_log_set_writer_func", offsetof(shim_glib_functions, set_log_writer)},
};

static shim_svg_libraries libraries;
static char version[40];
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Drops a message. GLib's own writer would write it to stderr, and first ask where stderr leads. */
static int drop_message(int level, const void *fields, size_t count, void *context) { return 1; }

static void load(void) {
  is_loaded = KERNEL_LOAD("librsvg-2.so.2", rsvg_symbols, &libraries.rsvg) &&
              KERNEL_LOAD("libcairo.so.2", cairo_symbols, &libraries.cairo) &&
              KERNEL_LOAD("libgobject-2.0.so.0", gobject_symbols, &libraries.gobject) &&
              KERNEL_LOAD("libglib-2.0.so.0", glib_symbols, &libraries.glib);
  if (!is_loaded) return;
  libraries.glib.set_log_writer(drop_message, NULL, NULL);
  snprintf(version, sizeof version, "%u.%u.%u", *libraries.rsvg.major, *libraries.rsvg.minor, *libraries.rsvg.micro);
}

int shim_rsvg_load(void) { return pthread_once(&once, load) == 0 && is_loaded; }

const shim_svg_libraries *shim_svg(void) { return shim_rsvg_load() ? &libraries : NULL; }

const char *shim_rsvg_version(void) { return shim_svg() ? version : NULL; }

const char *shim_cairo_version(void) {
  const shim_svg_libraries *loaded = shim_svg();
  return loaded ? loaded->cairo.version() : NULL;
}
