#ifndef AVIF_ENCODING_H
#define AVIF_ENCODING_H

#include <aom/aom_image.h>

#include "encoding.h"

/* Numbers for a picture's colours (ITU-T H.273, tables 2, 3 and 4); 2 for what isn't said. */
typedef struct {
  uint8_t primaries, transfer, matrix;
} shim_color_numbers;

/* A picture that is coded as AV1. */
typedef struct {
  /* One sequence header and one frame. */
  shim_output data;
  /* What av1C says of it (AV1 in ISO base media, 2.3.3). */
  uint8_t record[4];
  int32_t bits, channels;
} shim_av1_still;

/*
 * Codes a picture, full range, as one still; `message`, of SHIM_MESSAGE_SIZE, takes why it can't be. What `still` has is
 * to be freed whatever comes.
 */
shim_status shim_code_av1(const aom_image_t *image, const shim_encode_request *request, shim_color_numbers numbers,
                          shim_av1_still *still, char *message);

/* What an AVIF file is to hold. */
typedef struct {
  int32_t width, height;
  shim_color_numbers numbers;
  /* As EXIF has it, 1...8. */
  int32_t orientation;
  /* Each alpha may be NULL, and of the others none. */
  const shim_av1_still *color, *alpha;
  const shim_output *profile, *exif, *xmp;
} shim_avif_parts;

/* Adds a whole file (AV1 Image File Format 1.1; ISO/IEC 23008-12). */
shim_status shim_avif_write(const shim_avif_parts *parts, shim_output *file);

#endif
