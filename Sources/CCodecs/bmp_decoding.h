#ifndef BMP_DECODING_H
#define BMP_DECODING_H

#include "decoding.h"

/* Values of biCompression that are read. */
enum { SHIM_BMP_NONE, SHIM_BMP_RLE8, SHIM_BMP_RLE4, SHIM_BMP_MASKED, SHIM_BMP_ALPHA_MASKED = 6 };

/* Data that ends early; runs that don't fit into the picture. */
enum { SHIM_BMP_END, SHIM_BMP_RUN };

enum { SHIM_BMP_COLORS = 256 };

/* The bits of one channel in a pixel, and their largest value. */
typedef struct {
  uint32_t mask, most;
  int shift;
} shim_bmp_channel;

typedef struct {
  shim_decoder head;
  int is_in_icon;
  /* The offset of the file header, or the offset that one would have in front of a bitmap in an icon. */
  int64_t begin;
  /* The offset of the picture's data in the file. */
  int64_t data;
  int bits, compression, is_top_down;
  shim_bmp_channel channels[4];
  uint8_t palette[SHIM_BMP_COLORS][3];
  /* One row as stored; the row's bytes, and the bytes from one row to the next. */
  uint8_t *stored;
  int64_t stored_bytes, stride;
  /* The same for the mask of a bitmap in an icon; NULL without a mask. The mask follows the picture's data. */
  uint8_t *mask;
  int64_t mask_bytes, mask_stride;
  /* Run-length coding: the indices of all pixels, the last row first. */
  uint8_t *whole;
  /* The region's columns of one row. */
  uint8_t *samples;
  int32_t row;
  int is_broken;
  /* Run-length coding: a window of the file, and the offset of the bytes after it. */
  uint8_t *runs;
  size_t at, filled;
  int64_t next;
} shim_bmp_decoder;

/* Counts damage; SHIM_OK if the decode may continue. */
shim_status shim_bmp_damaged(shim_bmp_decoder *decoder, int kind);

/* Reads all pixels of runs. After the last row no code is needed. */
shim_status shim_bmp_read_runs(shim_bmp_decoder *decoder);

#endif
