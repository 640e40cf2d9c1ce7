#include <string.h>

#include "decoding.h"

/*
 * All engines. An engine `x` is defined as `shim_x`, mostly in a file of its own. `icon` stands beside `bmp`, and
 * `xbm_words` beside `xbm`. Those with `_alone` in their names are for tests: `libpng_alone` and `libtiff_alone` lack
 * our readers of rows, `libaom_alone` lacks dav1d.
 */
#define ENGINES(ENGINE) \
  ENGINE(libjpeg) \
  ENGINE(libpng) \
  ENGINE(libpng_alone) \
  ENGINE(libtiff) \
  ENGINE(libtiff_alone) \
  ENGINE(libwebp) \
  ENGINE(giflib) \
  ENGINE(bmp) \
  ENGINE(icon) \
  ENGINE(xbm) \
  ENGINE(xbm_words) \
  ENGINE(libaom) \
  ENGINE(libaom_alone) \
  ENGINE(libde265) \
  ENGINE(libraw) \
  ENGINE(librsvg)

#define DECLARED(name) extern const shim_decoding shim_##name;
ENGINES(DECLARED)

#define ROW(name) {#name, &shim_##name},
static const struct {
  const char *name;
  const shim_decoding *engine;
} engines[] = {ENGINES(ROW)};

const shim_decoding *shim_engine_named(const char *name) {
  for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
    if (strcmp(engines[i].name, name) == 0) return engines[i].engine;
  }
  return NULL;
}
