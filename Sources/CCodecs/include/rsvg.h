#ifndef RSVG_H_SHIM
#define RSVG_H_SHIM

#include <stddef.h>
#include <stdint.h>

/* Loads librsvg and cairo once; 0 if one isn't installed. Call it while the process may still open files. */
int shim_rsvg_load(void);

/* The loaded version, such as "2.54.7"; NULL if librsvg isn't loaded. */
const char *shim_rsvg_version(void);

/* The version of the loaded cairo, such as "1.16.0"; NULL if it isn't loaded. */
const char *shim_cairo_version(void);

/*
 * Draws an SVG, with or without text, and throws the drawing away, so that the library opens the files that it opens only
 * once.
 */
void shim_rsvg_rehearse(const uint8_t *file, size_t size, int uses_fonts);

/* The most bytes of an SVG, also after it is decompressed. */
enum { SHIM_SVG_MOST_BYTES = 16 << 20 };

#endif
