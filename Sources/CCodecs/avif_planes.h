#ifndef AVIF_PLANES_H
#define AVIF_PLANES_H

#include <aom/aom_image.h>

#include "encoding.h"

/* A picture as it is coded, full range, being filled row by row. */
typedef struct {
  /* Luma and chroma (ITU-R BT.601), or grey; and alpha as grey, NULL for none. */
  aom_image_t *color, *alpha;
  /* The rows that came so far. */
  int32_t row;
  /* A row of red, green and blue, at the file's bits. */
  uint16_t *line;
  /* What red, green and blue of the pixels come to that share a chroma sample; the rows that are in it. */
  uint32_t *sums;
  int32_t summed;
} shim_avif_planes;

/* SHIM_OK or SHIM_NO_MEMORY; what there is then is to be freed whatever comes. */
shim_status shim_avif_planes_start(shim_avif_planes *planes, const shim_encode_request *request);

/* Takes rows, of which no more may come than the picture has. */
void shim_avif_planes_write(shim_avif_planes *planes, const shim_encode_request *request, const uint8_t *const *samples,
                            const size_t *row_bytes, int32_t rows);

void shim_avif_planes_free(shim_avif_planes *planes);

#endif
