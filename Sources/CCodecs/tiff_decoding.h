#ifndef TIFF_DECODING_H
#define TIFF_DECODING_H

#include <tiffio.h>

#include "decoding.h"

/* Data that doesn't decode, data that ends early, what libtiff warns of. */
enum { SHIM_TIFF_DATA, SHIM_TIFF_END, SHIM_TIFF_WARNING };

/* How rows are had. */
typedef enum {
  /* Read as they lie in strips that aren't compressed. */
  SHIM_TIFF_PLAIN,
  /* Decoded one after the other. */
  SHIM_TIFF_LINES,
  /* Decoded with all of their strip. */
  SHIM_TIFF_STRIPS,
  /* Decoded with all of their row of tiles. */
  SHIM_TIFF_TILES,
  /* The same or a strip, brought to 8 bits of red, green, blue and alpha by libtiff. */
  SHIM_TIFF_RGBA,
} shim_tiff_kind;

/*
 * Rows that are held at once: of each plane that is stored by itself, blocks side by side; rows of a block without
 * gaps.
 */
typedef struct {
  shim_tiff_kind kind;
  /* Of a block, which is a tile, a strip, or one row. */
  int32_t width, rows;
  size_t block_bytes, row_bytes;
  /* The blocks of a plane that are held: the first one's place in the picture's rows of blocks, and how many. */
  int32_t first_column, columns;
  int32_t planes;
  uint8_t *bytes;
  /* The picture's row that it begins with; -1 where nothing was read yet. */
  int32_t first_row;
} shim_tiff_band;

typedef struct {
  shim_decoder head;
  TIFF *tiff;
  TIFFRGBAImage rgba;
  int has_rgba;
  /* Where the header says the first directory to be, and what libtiff reads there in its place. */
  uint8_t first_directory[8];
  int64_t first_place, first_bytes;
  /* Where libtiff reads on, and where the file ends, both from the range's begin. */
  int64_t place, size;
  /* libtiff's warnings are counted. */
  int is_counting;
  /* Since it was last asked: errors, a warning that isn't tolerated, a read that met the file's end. */
  int errors, is_refused, has_ended;
  char said[SHIM_MESSAGE_SIZE];
  /* The picture: bits of a sample, samples of a pixel, those of them that are colours, and that of alpha or -1. */
  uint16_t bits, samples, photometric, compression;
  int colors, alpha, is_premultiplied, is_separate, has_reversed_bits;
  uint16_t *map[3];
  shim_tiff_band band;
  /* The strip that no more rows are decoded of, or -1. */
  int64_t broken_strip;
  /* Whether the first strip's or tile's LZW codes lie in the old order of bits; -1 where it wasn't looked at. */
  int is_old_lzw;
  /* Whether rows end with a sample that repeats the last one. */
  int has_repeat;
  /* The next row. */
  int32_t row;
  /* One row of each plane that is wanted, as the file has its samples. */
  uint16_t *line;
} shim_tiff_decoder;

/* Opens the file at the page that is asked for. */
shim_status shim_tiff_open(shim_tiff_decoder *decoder);

/* What became of a step that libtiff says has failed or not. Damage that is tolerated is counted. */
shim_status shim_tiff_settle(shim_tiff_decoder *decoder, int has_failed);

/* Counts data that the file ends before. */
shim_status shim_tiff_end(shim_tiff_decoder *decoder);

/*
 * Compares the order of bits of a strip's or tile's LZW codes with that of the file's first one, and settles what differs:
 * libtiff decodes all of a file in the order of the one that it decodes first, which is another one in each region.
 */
shim_status shim_tiff_check_order(shim_tiff_decoder *decoder, uint32_t strile, int *is_broken);

/* Lays out the band for the region that is asked for. */
shim_status shim_tiff_plan_band(shim_tiff_decoder *decoder);

/* Has the band hold a row; *is_lost is 1 where there is none behind damage. */
shim_status shim_tiff_load(shim_tiff_decoder *decoder, int32_t row, int *is_lost);

/* Takes the region's columns of a row that the band holds to the planes, the first of them at `into`. */
void shim_tiff_put_row(shim_tiff_decoder *decoder, int32_t row, uint8_t *into, size_t plane_bytes);

#endif
