#ifndef COEFFICIENTS_H
#define COEFFICIENTS_H

#include <stdio.h>

#include <jpeglib.h>

#include "codec.h"

/*
 * The coefficients of a whole picture, for decoders of several scans, in memory from a lender. libjpeg's own
 * manager takes fresh pages from the system for each picture, which costs a seventh of the time.
 */
typedef struct {
  shim_lender lender;
  /* The requested arrays. */
  jvirt_barray_ptr first;
  /* libjpeg's own function, for all other arrays. */
  void (*realize_others)(j_common_ptr info);
} shim_coefficients;

/* From now on, the coefficient arrays of info are in the lender's memory. Uses client_data. */
void shim_coefficients_init(shim_coefficients *coefficients, struct jpeg_decompress_struct *info,
                            shim_lender lender);

#endif
