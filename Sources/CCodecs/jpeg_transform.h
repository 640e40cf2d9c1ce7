#ifndef JPEG_TRANSFORM_H
#define JPEG_TRANSFORM_H

#include "jpeg_errors.h"

/* Where the blocks of an output's component lie in the source. */
typedef struct {
  JBLOCKARRAY source;
  /* Blocks of the output across and down. */
  JDIMENSION width, height;
  /* The block of the source that is the output's first, and whether the next ones lie before it. */
  JDIMENSION x, y;
  int mirrors_x, mirrors_y, transposes;
  /* As many rows of the output as an MCU has, made when they are asked for: a turned picture never lies there whole. */
  JBLOCKARRAY turned;
} shim_turned_blocks;

/* Coefficients turned and cut; no rounding, no loss. */
typedef struct {
  shim_turned_blocks parts[MAX_COMPONENTS];
  jvirt_barray_ptr arrays[MAX_COMPONENTS];
} shim_jpeg_transform;

/*
 * Sets up `into` for what its request makes of the coefficients of the request's decoder, and has it take blocks of
 * `transform`. For behind jpeg_create_compress; leaves by longjmp, as libjpeg does.
 */
void shim_jpeg_transform_init(shim_jpeg_transform *transform, struct jpeg_compress_struct *into,
                              const shim_encode_request *request);

/* The coefficients that a decoder of a JPEG has read, of each component, and what its header says. */
typedef struct {
  struct jpeg_decompress_struct *info;
  jvirt_barray_ptr *arrays;
} shim_jpeg_coefficients;

shim_jpeg_coefficients shim_jpeg_coefficients_of(shim_decoder *decoder);

#endif
