#ifndef AVIF_ENCODING_H
#define AVIF_ENCODING_H

#include <aom/aom_image.h>

#include "encoding.h"

/* Colour numbers (ITU-T H.273, tables 2, 3 and 4); 2 for unspecified. */
typedef struct {
  uint8_t primaries, transfer, matrix;
} shim_color_numbers;

/* A picture coded as AV1. */
typedef struct {
  /* One sequence header and one frame. */
  shim_output data;
  /* The record for av1C (AV1 in ISO base media, 2.3.3). */
  uint8_t record[4];
  int32_t bits, channels;
} shim_av1_still;

/*
 * Codes a picture, full range, as one still. On failure the reason is in `message`, of SHIM_MESSAGE_SIZE bytes. The
 * caller frees the data of `still` in any case.
 */
shim_status shim_code_av1(const aom_image_t *image, const shim_encode_request *request, shim_color_numbers numbers,
                          shim_av1_still *still, char *message);

/*
 * A gain map: its picture, the profile of the alternate rendition, and the data of its `tmap` item. The alternate's
 * primaries are 0 if they are the base's.
 */
typedef struct {
  int32_t width, height;
  uint8_t primaries;
  int32_t is_hdr;
  const shim_av1_still *still;
  const shim_output *profile, *data;
} shim_avif_map;

/* The content of an AVIF file. */
typedef struct {
  int32_t width, height;
  shim_color_numbers numbers;
  /* The EXIF orientation, 1...8. */
  int32_t orientation;
  /* The alpha may be NULL; all others must exist. */
  const shim_av1_still *color, *alpha;
  const shim_output *profile, *exif, *xmp;
  /* NULL for no map. */
  const shim_avif_map *map;
} shim_avif_parts;

/* Adds the whole file (AV1 Image File Format 1.1; ISO/IEC 23008-12). */
shim_status shim_avif_write(const shim_avif_parts *parts, shim_output *file);

#endif
