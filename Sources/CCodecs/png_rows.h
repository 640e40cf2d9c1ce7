#ifndef PNG_ROWS_H
#define PNG_ROWS_H

#include <stddef.h>
#include <stdint.h>

/* A file's bytes in order. */
typedef struct {
  /* Gives the next bytes in place: 1 up to `wanted` of them, or 0 at the end of the file. */
  size_t (*next)(void *owner, const uint8_t **bytes, size_t wanted);
  void *owner;
  /* The number of bytes that are left in the file. */
  int64_t left;
} png_bytes;

/* A picture that isn't interlaced, as its file stores it. */
typedef struct {
  uint32_t height;
  /* Bytes of a row without its filter type, and bytes of a pixel, at least 1. */
  size_t row_bytes, pixel_bytes;
  /* Bytes of data in the first IDAT chunk. */
  uint32_t first_chunk;
} png_layout;

/*
 * Reads the rows of a PNG without libpng. Anything that libpng might complain of is odd here: damage, a missing chunk,
 * data after the picture's end. The rows before the odd place are right.
 */
typedef struct png_rows png_rows;

/* The next bytes are the first IDAT chunk's data. NULL when memory runs out. */
png_rows *png_rows_create(png_bytes bytes, png_layout layout);

/* The next row, valid until the next call; NULL if something is odd. The last row comes only if the data ends with it. */
const uint8_t *png_rows_next(png_rows *rows);

/* Reads the chunks after the last row; 0 if something is odd. */
int png_rows_end(png_rows *rows);

void png_rows_destroy(png_rows *rows);

#endif
