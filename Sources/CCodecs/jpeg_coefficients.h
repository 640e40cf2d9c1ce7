#ifndef COEFFICIENTS_H
#define COEFFICIENTS_H

#include <stdio.h>

#include <jpeglib.h>

#include "codec.h"

/*
 * The coefficients of a whole picture, which decoders of several scans need, in memory that is lent by others:
 * libjpeg's own manager has each picture take fresh pages from the system, which is a seventh of the time.
 */
typedef struct {
  shim_lender lender;
  /* The arrays that were asked for. */
  jvirt_barray_ptr first;
  /* libjpeg's own, for all other arrays. */
  void (*realize_others)(j_common_ptr info);
} shim_coefficients;

/* Has the arrays of coefficients that info asks for from now on lie in the lender's memory. Takes client_data. */
void shim_coefficients_init(shim_coefficients *coefficients, struct jpeg_decompress_struct *info,
                            shim_lender lender);

#endif
