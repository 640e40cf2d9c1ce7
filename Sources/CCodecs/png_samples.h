#ifndef PNG_SAMPLES_H
#define PNG_SAMPLES_H

#include <png.h>

#include "decoding.h"

/* The conversion of a file's rows to planes. */
typedef struct {
  /* Channels in the file, and bits of a sample. */
  int channels, bits;
  /* True if the planes are the file's channels, byte by byte. */
  int is_same;
  /* Colours of the samples of a palette, or of grey of less than 8 bits: red, green, blue and alpha. */
  int colors;
  uint8_t table[256][4];
  /* For each plane: its channel in the file or in the table; -1 for alpha that is opaque everywhere. */
  int8_t channel[SHIM_MOST_PLANES];
} png_samples;

/* False if only libpng can make the planes: interlaced pictures, and a colour that is transparent. */
int png_samples_of(png_structp png, png_infop info, const shim_decode_request *request, png_samples *samples);

/* True if the palette has a colour for each pixel of a row; libpng warns if not. */
int png_has_colors(const png_samples *samples, const uint8_t *row, int32_t width);

/* Puts the region's columns of a row into planes. */
void png_put_samples(const png_samples *samples, const uint8_t *row, const shim_decode_request *request, uint8_t *into,
                     size_t plane_bytes);

#endif
