#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#include <CKernel.h>

#include "codec.h"

/* Our own declarations of what is used of fontconfig, pango and pangocairo. They follow their documentation. */

typedef struct shim_font_list shim_font_list;

typedef struct {
  int (*version)(void);
  /* The list of the current configuration, for NULL. */
  shim_font_list *(*folders)(void *configuration);
  const uint8_t *(*next)(shim_font_list *list);
  void (*done)(shim_font_list *list);
} fontconfig_functions;

typedef struct {
  const char *(*version)(void);
} pango_functions;

typedef struct {
  /* Sets the fonts of the calling thread; NULL for fresh ones. */
  void (*set_fonts)(void *fonts);
} pangocairo_functions;

#define FONTCONFIG(symbol, name) {"Fc" #symbol, offsetof(fontconfig_functions, name)}

static const kernel_symbol fontconfig_symbols[] = {
  FONTCONFIG(GetVersion, version),
  FONTCONFIG(ConfigGetFontDirs, folders),
  FONTCONFIG(StrListNext, next),
  FONTCONFIG(StrListDone, done),
};

static const kernel_symbol pango_symbols[] = {{"pango_version_string", offsetof(pango_functions, version)}};

static const kernel_symbol pangocairo_symbols[] = {
  {"pango_cairo_font_map_set_default", offsetof(pangocairo_functions, set_fonts)},
};

static fontconfig_functions fontconfig;
static pango_functions pango;
static pangocairo_functions pangocairo;
static char version[40];
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  is_loaded = KERNEL_LOAD("libfontconfig.so.1", fontconfig_symbols, &fontconfig) &&
              KERNEL_LOAD("libpango-1.0.so.0", pango_symbols, &pango) &&
              KERNEL_LOAD("libpangocairo-1.0.so.0", pangocairo_symbols, &pangocairo);
  if (!is_loaded) return;
  /* 2.14.1 is 21401. */
  const int number = fontconfig.version();
  snprintf(version, sizeof version, "%d.%d.%d", number / 10000, number / 100 % 100, number % 100);
}

int shim_fonts_load(void) { return pthread_once(&once, load) == 0 && is_loaded; }

static pthread_mutex_t use = PTHREAD_MUTEX_INITIALIZER;

void shim_fonts_begin(void) {
  if (shim_fonts_load()) pthread_mutex_lock(&use);
}

void shim_fonts_end(void) {
  if (!shim_fonts_load()) return;
  pangocairo.set_fonts(NULL);
  pthread_mutex_unlock(&use);
}

const char *shim_pango_version(void) { return shim_fonts_load() ? pango.version() : NULL; }

const char *shim_fontconfig_version(void) { return shim_fonts_load() ? version : NULL; }

void shim_font_folders(void (*take)(const char *folder, void *context), void *context) {
  if (!shim_fonts_load()) return;
  shim_font_list *list = fontconfig.folders(NULL);
  if (!list) return;
  for (const uint8_t *folder = fontconfig.next(list); folder; folder = fontconfig.next(list)) {
    take((const char *)folder, context);
  }
  fontconfig.done(list);
}
