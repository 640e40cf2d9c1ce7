#ifndef RSVG_LIBRARY_H
#define RSVG_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

/*
 * Our own declarations of what is used of librsvg, cairo, GObject and GLib. They follow their documentation, so a
 * build needs no headers of them.
 */

typedef struct shim_rsvg_handle shim_rsvg_handle;
typedef struct shim_cairo shim_cairo;
typedef struct shim_cairo_surface shim_cairo_surface;

/* GError */
typedef struct {
  uint32_t domain;
  int code;
  char *message;
} shim_glib_error;

/* RsvgRectangle */
typedef struct {
  double x, y, width, height;
} shim_rsvg_rectangle;

/* RsvgLength; RSVG_UNIT_PERCENT is 0. */
typedef struct {
  double length;
  int unit;
} shim_rsvg_length;

enum { SHIM_CAIRO_ARGB32 = 0, SHIM_CAIRO_SUCCESS = 0, SHIM_CAIRO_NO_MEMORY = 1 };

/* Functions that return a gboolean return an int. */
typedef struct {
  shim_rsvg_handle *(*from_data)(const uint8_t *data, size_t size, shim_glib_error **error);
  void (*set_dpi)(shim_rsvg_handle *handle, double dpi);
  int (*size_in_pixels)(shim_rsvg_handle *handle, double *width, double *height);
  void (*dimensions)(shim_rsvg_handle *handle, int *has_width, shim_rsvg_length *width, int *has_height,
                     shim_rsvg_length *height, int *has_box, shim_rsvg_rectangle *box);
  int (*render)(shim_rsvg_handle *handle, shim_cairo *cairo, const shim_rsvg_rectangle *viewport,
                shim_glib_error **error);
  const unsigned *major, *minor, *micro;
} shim_rsvg_functions;

typedef struct {
  const char *(*version)(void);
  shim_cairo_surface *(*create_surface)(int format, int width, int height);
  int (*surface_status)(shim_cairo_surface *surface);
  void (*flush)(shim_cairo_surface *surface);
  const uint8_t *(*data)(shim_cairo_surface *surface);
  int (*stride)(shim_cairo_surface *surface);
  void (*destroy_surface)(shim_cairo_surface *surface);
  shim_cairo *(*create)(shim_cairo_surface *surface);
  int (*status)(shim_cairo *cairo);
  void (*scale)(shim_cairo *cairo, double across, double down);
  void (*translate)(shim_cairo *cairo, double x, double y);
  void (*destroy)(shim_cairo *cairo);
} shim_cairo_functions;

typedef struct {
  void (*unref)(void *object);
} shim_gobject_functions;

/* GLogWriterFunc; its result 1 is G_LOG_WRITER_HANDLED. */
typedef int (*shim_glib_writer)(int level, const void *fields, size_t count, void *context);

typedef struct {
  void (*clear_error)(shim_glib_error **error);
  void (*set_log_writer)(shim_glib_writer write, void *context, void (*free_context)(void *context));
} shim_glib_functions;

typedef struct {
  shim_rsvg_functions rsvg;
  shim_cairo_functions cairo;
  shim_gobject_functions gobject;
  shim_glib_functions glib;
} shim_svg_libraries;

/* NULL if librsvg or cairo isn't installed. */
const shim_svg_libraries *shim_svg(void);

#endif
