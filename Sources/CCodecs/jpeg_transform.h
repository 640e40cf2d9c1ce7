#ifndef JPEG_TRANSFORM_H
#define JPEG_TRANSFORM_H

#include "jpeg_errors.h"

/* The place of an output component's blocks in the source. */
typedef struct {
  JBLOCKARRAY source;
  /* The output's blocks across and down. */
  JDIMENSION width, height;
  /* The source block that becomes the output's first; mirrored axes walk backward from it. */
  JDIMENSION x, y;
  int mirrors_x, mirrors_y, transposes;
  /* The output's rows of one MCU, made on request: a turned picture is never held whole. */
  JBLOCKARRAY turned;
} shim_turned_blocks;

/* Coefficients turned and cropped without rounding or loss. */
typedef struct {
  shim_turned_blocks parts[MAX_COMPONENTS];
  jvirt_barray_ptr arrays[MAX_COMPONENTS];
} shim_jpeg_transform;

/*
 * Sets up `into` from the coefficients of the request's decoder, and makes it read blocks from `transform`. Call it
 * after jpeg_create_compress; it leaves by longjmp, as libjpeg does.
 */
void shim_jpeg_transform_init(shim_jpeg_transform *transform, struct jpeg_compress_struct *into,
                              const shim_encode_request *request);

/* For each component, the coefficients that a JPEG decoder has read, and its header. */
typedef struct {
  struct jpeg_decompress_struct *info;
  jvirt_barray_ptr *arrays;
} shim_jpeg_coefficients;

shim_jpeg_coefficients shim_jpeg_coefficients_of(shim_decoder *decoder);

#endif
