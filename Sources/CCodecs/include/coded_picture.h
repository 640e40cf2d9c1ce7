#ifndef CODED_PICTURE_H
#define CODED_PICTURE_H

#include "decoder.h"

/* A part of a file. */
typedef struct {
  int64_t offset, count;
} shim_piece;

/* The coded pictures of the colours or the alpha of a HEIC or AVIF file: tiles of one size, row by row. */
typedef struct {
  /* 0 if there is no such layer. */
  int32_t columns, rows;
  /* The decoded size of each tile in pixels. */
  int32_t tile_width, tile_height;
  /* The data of all tiles, one after the other. */
  const shim_piece *pieces;
  /* For each tile, the index after its last piece. */
  const int32_t *ends;
  /* For each tile, true if its data goes on after the file's end. */
  const uint8_t *is_cut;
  /* HEVC: parameter sets, each after its length in length_bytes bytes. */
  const uint8_t *parameters;
  size_t parameter_bytes;
  /* HEVC: bytes of the length field before a NAL unit. */
  int32_t length_bytes;
} shim_layer;

/* The coded pictures of a HEIC or AVIF file. */
typedef struct {
  shim_layer color, alpha;
  /* The picture's first pixel in the joined tiles. */
  int32_t x, y;
  /* The matrix of the colours (ITU-T H.273, table 4) and their range; -1 to use the coded pictures' own. */
  int32_t matrix, is_full_range;
  /* True if colours are premultiplied by alpha. */
  int32_t is_premultiplied;
} shim_coded_picture;

/*
 * Sets the picture to decode. Call it before shim_decoder_start; engines without coded pictures ignore it. Its
 * pointers must stay valid until the decoder is destroyed.
 */
void shim_decoder_set_picture(shim_decoder *decoder, const shim_coded_picture *picture);

#endif
