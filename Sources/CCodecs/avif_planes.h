#ifndef AVIF_PLANES_H
#define AVIF_PLANES_H

#include <aom/aom_image.h>

#include "encoding.h"

/* A picture in its coded form, full range, which is filled row by row. */
typedef struct {
  /* Luma and chroma (ITU-R BT.601), or grey; and alpha as grey, NULL for none. */
  aom_image_t *color, *alpha;
  /* The rows received so far. */
  int32_t row;
  /* A row of red, green and blue, at the file's bits. */
  uint16_t *line;
  /* Sums of red, green and blue over the pixels that share a chroma sample, and the number of rows in the sums. */
  uint32_t *sums;
  int32_t summed;
} shim_avif_planes;

/* SHIM_OK or SHIM_NO_MEMORY. The caller frees the planes in any case. */
shim_status shim_avif_planes_start(shim_avif_planes *planes, const shim_encode_request *request);

/* Takes rows; at most as many as the picture has. */
void shim_avif_planes_write(shim_avif_planes *planes, const shim_encode_request *request, const uint8_t *const *samples,
                            const size_t *row_bytes, int32_t rows);

void shim_avif_planes_free(shim_avif_planes *planes);

#endif
