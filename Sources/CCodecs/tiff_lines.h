#ifndef TIFF_LINES_H
#define TIFF_LINES_H

#include "tiff_decoding.h"

/*
 * Reads the rows of strips with Deflate or LZW without libtiff. Anything that libtiff might complain of is odd here.
 * The rows before the odd place are right.
 */

/* True if rows of the file's strips can be read here. */
int shim_tiff_has_lines(const shim_tiff_decoder *decoder);

/* NULL when memory runs out. */
shim_tiff_lines *shim_tiff_lines_create(shim_tiff_decoder *decoder);

/* Begins a strip of this number of rows; 0 if something is odd. */
int shim_tiff_lines_begin(shim_tiff_lines *lines, uint32_t strip, int32_t rows);

/* Reads the strip's next row, as TIFFReadScanline gives it; 0 if something is odd. SHIM_FILTER_SLACK bytes behind the row
   may be written. */
int shim_tiff_lines_next(shim_tiff_lines *lines, uint8_t *into);

void shim_tiff_lines_destroy(shim_tiff_lines *lines);

#endif
