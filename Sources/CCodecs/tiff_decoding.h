#ifndef TIFF_DECODING_H
#define TIFF_DECODING_H

#include <tiffio.h>

#include "decoding.h"

/* Data that doesn't decode; data that ends early; libtiff's warnings. */
enum { SHIM_TIFF_DATA, SHIM_TIFF_END, SHIM_TIFF_WARNING };

/* The way to get rows. */
typedef enum {
  /* Read directly from uncompressed strips. */
  SHIM_TIFF_PLAIN,
  /* Decoded one by one. */
  SHIM_TIFF_LINES,
  /* Decoded as whole strips. */
  SHIM_TIFF_STRIPS,
  /* Decoded as whole rows of tiles. */
  SHIM_TIFF_TILES,
  /* Whole strips or rows of tiles, converted by libtiff to 8 bits of red, green, blue and alpha. */
  SHIM_TIFF_RGBA,
} shim_tiff_kind;

/*
 * Rows held at a time: blocks side by side, for each separately stored plane. Rows of a block have no gaps.
 */
typedef struct {
  shim_tiff_kind kind;
  /* The size of a block: a tile, a strip, or one row. */
  int32_t width, rows;
  size_t block_bytes, row_bytes;
  /* The held blocks of a plane: the index of the first one in its row of blocks, and their number. */
  int32_t first_column, columns;
  int32_t planes;
  uint8_t *bytes;
  /* The picture's row at which the band begins; -1 before the first read. */
  int32_t first_row;
} shim_tiff_band;

typedef struct shim_tiff_lines shim_tiff_lines;

typedef struct {
  shim_decoder head;
  TIFF *tiff;
  TIFFRGBAImage rgba;
  int has_rgba;
  /* The place of the first directory's offset in the header, and the offset that libtiff reads there instead. */
  uint8_t first_directory[8];
  int64_t first_place, first_bytes;
  /* libtiff's read position and the file's end, both from the range's start. */
  int64_t place, size;
  /* libtiff's warnings are counted. */
  int is_counting;
  /* Since the last check: errors, a warning that isn't tolerated, a read at the file's end. */
  int errors, is_refused, has_ended;
  char said[SHIM_MESSAGE_SIZE];
  /* The picture: bits of a sample as stored and as unpacked, the kind of number, samples of a pixel, the number of colour samples, and the alpha sample or -1. */
  uint16_t bits, depth, format, samples, photometric, compression;
  int colors, alpha, is_premultiplied, is_separate, has_reversed_bits;
  uint16_t *map[3];
  shim_tiff_band band;
  /* The strip of which no more rows are decoded, or -1. */
  int64_t broken_strip;
  /* True if libtiff must read all rows. */
  int by_library;
  /* Reads rows without libtiff; NULL if it can't, and after something odd. */
  shim_tiff_lines *lines;
  /* True if the LZW codes of the first strip or tile have the old bit order; -1 before it is checked. */
  int is_old_lzw;
  /* True if rows end with a repeat of the last sample. */
  int has_repeat;
  /* The next row. */
  int32_t row;
  /* One row of each requested plane, with the file's sample values. */
  uint16_t *line;
} shim_tiff_decoder;

/* Opens the file at the requested page. */
shim_status shim_tiff_open(shim_tiff_decoder *decoder);

/* True for CIE L*a*b* and ICC L*a*b*. */
int shim_tiff_is_lab(const shim_tiff_decoder *decoder);

/* The status of a step; libtiff says if it failed. Tolerated damage is counted. */
shim_status shim_tiff_settle(shim_tiff_decoder *decoder, int has_failed);

/* Counts data missing at the file's end. */
shim_status shim_tiff_end(shim_tiff_decoder *decoder);

/*
 * Compares the LZW bit order of a strip or tile with the file's first one, and counts a difference as damage.
 * libtiff uses the order of the first block it decodes, which depends on the region.
 */
shim_status shim_tiff_check_order(shim_tiff_decoder *decoder, uint32_t strile, int *is_broken);

/* Lays out the band for the requested region. */
shim_status shim_tiff_plan_band(shim_tiff_decoder *decoder);

/* Loads a row into the band; *is_lost is 1 if the row is missing after damage. */
shim_status shim_tiff_load(shim_tiff_decoder *decoder, int32_t row, int *is_lost);

/* Swaps the bytes of each sample of 16 or 32 bits. */
void shim_tiff_swap(const shim_tiff_decoder *decoder, uint8_t *bytes, size_t count);

/* Copies the region's columns of a row in the band to the planes, which begin at `into`. */
void shim_tiff_put_row(shim_tiff_decoder *decoder, int32_t row, uint8_t *into, size_t plane_bytes);

#endif
