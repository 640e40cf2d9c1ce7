#include "jpeg_coefficients.h"

#include <string.h>

#include <jerror.h>

/* libjpeg passes these only by address and never looks inside (jpeglib.h). */
struct jvirt_barray_control {
  /* NULL until memory is allocated. */
  JBLOCKARRAY rows;
  JDIMENSION width, height; /* in blocks */
  /* Rows before this one hold coefficients or zeros. */
  JDIMENSION defined;
  jvirt_barray_ptr next;
};

static jvirt_barray_ptr request(j_common_ptr info, int pool, boolean is_zeroed, JDIMENSION width,
                                JDIMENSION height, JDIMENSION most_rows) {
  (void)most_rows;
  shim_coefficients *coefficients = info->client_data;
  /* A decoder always asks for zeros, and for the picture's lifetime. */
  if (pool != JPOOL_IMAGE || !is_zeroed) ERREXIT(info, JERR_VIRTUAL_BUG);
  jvirt_barray_ptr array = info->mem->alloc_small(info, JPOOL_IMAGE, sizeof *array);
  *array = (struct jvirt_barray_control){NULL, width, height, 0, coefficients->first};
  coefficients->first = array;
  return array;
}

/* Called once, after all arrays were requested: they share one block of memory. */
static void realize(j_common_ptr info) {
  shim_coefficients *coefficients = info->client_data;
  coefficients->realize_others(info);
  size_t count = 0;
  for (jvirt_barray_ptr array = coefficients->first; array; array = array->next) {
    count += (size_t)array->width * array->height;
  }
  if (count == 0) return;
  JBLOCKROW blocks = coefficients->lender.take(coefficients->lender.owner, count * sizeof(JBLOCK));
  if (!blocks) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
  for (jvirt_barray_ptr array = coefficients->first; array; array = array->next) {
    array->rows = info->mem->alloc_small(info, JPOOL_IMAGE, sizeof(JBLOCKROW) * array->height);
    for (JDIMENSION row = 0; row < array->height; row++, blocks += array->width) array->rows[row] = blocks;
  }
}

/* Rows are cleared at their first access, so that they are in the cache when they are filled. */
static JBLOCKARRAY access_rows(j_common_ptr info, jvirt_barray_ptr array, JDIMENSION start, JDIMENSION count,
                               boolean is_written) {
  if (!array->rows || start > array->height || count > array->height - start) {
    ERREXIT(info, JERR_BAD_VIRTUAL_ACCESS);
  }
  JDIMENSION end = start + count;
  if (array->defined < end) {
    JDIMENSION from = array->defined > start ? array->defined : start;
    if (is_written && array->defined < start) ERREXIT(info, JERR_BAD_VIRTUAL_ACCESS);
    memset(array->rows[from], 0, sizeof(JBLOCK) * array->width * (end - from));
    if (is_written) array->defined = end;
  }
  return array->rows + start;
}

void shim_coefficients_init(shim_coefficients *coefficients, struct jpeg_decompress_struct *info,
                            shim_lender lender) {
  *coefficients = (shim_coefficients){lender, NULL, info->mem->realize_virt_arrays};
  info->client_data = coefficients;
  info->mem->request_virt_barray = request;
  info->mem->realize_virt_arrays = realize;
  info->mem->access_virt_barray = access_rows;
}
