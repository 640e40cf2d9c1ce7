#ifndef PNG_FILTER_H
#define PNG_FILTER_H

#include <stddef.h>
#include <stdint.h>

/* The filter types (PNG, third edition, 9.2). */
enum { SHIM_FILTER_NONE, SHIM_FILTER_SUB, SHIM_FILTER_UP, SHIM_FILTER_AVERAGE, SHIM_FILTER_PAETH, SHIM_FILTERS };

/* These functions may read and write this number of bytes after the end of each buffer. */
enum { SHIM_FILTER_SLACK = 8 };

/* The number of rows whose filters can be reversed together. */
enum { SHIM_FILTER_GROUP = 4 };

/*
 * Reverses the filter of a row: `row` gets the bytes before the filter. `above` is the row above without its filter. A
 * pixel has `pixel` bytes, at least 1. Returns 0 for an unknown type.
 */
int shim_unfilter(int type, const uint8_t *filtered, const uint8_t *above, uint8_t *row, size_t count, size_t pixel);

/*
 * Reverses the filters of the next rows: of one row, or of up to SHIM_FILTER_GROUP rows of the type PAETH, which together
 * take little longer than one. `filtered` has `most` rows, one after the other, each with its type before its bytes.
 * Returns the number of rows made, or 0 for an unknown type.
 */
int shim_unfilter_rows(const uint8_t *filtered, const uint8_t *above, uint8_t *const rows[], int most, size_t count,
                       size_t pixel);

/*
 * Filters a row by all types: the row is rows[SHIM_FILTER_NONE], and the results become the other rows. Returns the type
 * whose bytes have the smallest sum of absolute values, as signed numbers (PNG, third edition, 12.7).
 */
int shim_filter(uint8_t *const rows[SHIM_FILTERS], const uint8_t *above, size_t count, size_t pixel);

#endif
