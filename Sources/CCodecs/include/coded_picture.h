#ifndef CODED_PICTURE_H
#define CODED_PICTURE_H

#include "decoder.h"

/* A piece of a file. */
typedef struct {
  int64_t offset, count;
} shim_piece;

/* The coded pictures of the colours or the alpha of a HEIC or AVIF file: tiles of one size, row by row. */
typedef struct {
  /* 0 where there is no such layer. */
  int32_t columns, rows;
  /* In pixels, as each tile is to be decoded. */
  int32_t tile_width, tile_height;
  /* The data of all tiles, one after the other. */
  const shim_piece *pieces;
  /* For each tile the number of pieces up to its end. */
  const int32_t *ends;
  /* For each tile whether its data goes on behind the file's end. */
  const uint8_t *is_cut;
  /* HEVC: parameter sets, each behind its length in length_bytes bytes. */
  const uint8_t *parameters;
  size_t parameter_bytes;
  /* HEVC: bytes of the length before a NAL unit. */
  int32_t length_bytes;
} shim_layer;

/* The coded pictures of a HEIC or AVIF file. */
typedef struct {
  shim_layer color, alpha;
  /* Where the picture begins in the tiles, put together. */
  int32_t x, y;
  /* The matrix of the colours (ITU-T H.273, table 4) and their range; -1 for what the coded pictures say. */
  int32_t matrix, is_full_range;
  /* Colours are multiplied by alpha. */
  int32_t is_premultiplied;
} shim_coded_picture;

/*
 * Says what to decode; before shim_decoder_start, for engines that decode coded pictures; nothing to others. What it
 * points to must stay until the decoder is destroyed.
 */
void shim_decoder_set_picture(shim_decoder *decoder, const shim_coded_picture *picture);

#endif
