#ifndef RESAMPLE_H
#define RESAMPLE_H

#include <stddef.h>
#include <stdint.h>

/* The number of rows that are resampled together. */
enum { SHIM_RESAMPLE_ROWS = 16 };

/* The unit of weights: the weights of a result have this sum. */
enum { SHIM_WEIGHT_BITS = 14, SHIM_WEIGHT_UNIT = 1 << SHIM_WEIGHT_BITS };

/*
 * The weights that resample a row. Samples are taken in pairs: pair `p` has the samples 2p and 2p + 1.
 *
 * For each result, the sum of the weights' absolute values must be below twice SHIM_WEIGHT_UNIT. All pairs
 * must begin within the row.
 */
typedef struct {
  /* The first pair of samples of each result. */
  const int32_t *first_pairs;
  /* 2 x `pairs` weights for each result. */
  const int16_t *weights;
  int32_t pairs;
  int32_t samples;
  int32_t results;
} shim_filter_bank;

/* Rows of full-range samples. */
typedef struct {
  void *samples;
  size_t row_bytes;
  /* Bytes of a sample: 1 or 2. */
  int32_t sample_bytes;
} shim_resample_rows;

/* The bytes of scratch memory for rows of `samples` samples. */
size_t shim_resample_scratch(int32_t samples);

/*
 * Resamples SHIM_RESAMPLE_ROWS rows of bank->samples, and turns rows into columns: sample (result, row) goes to
 * into.samples + result * into.row_bytes + row * into.sample_bytes. One side at least has samples of 2 bytes.
 *
 * Each row must be readable up to a multiple of 16 samples. The results are the same on all processors.
 */
void shim_resample(
    const shim_filter_bank *bank, shim_resample_rows rows, int16_t *scratch, shim_resample_rows into);

/* The same, without special instructions of the processor. */
void shim_resample_plainly(
    const shim_filter_bank *bank, shim_resample_rows rows, int16_t *scratch, shim_resample_rows into);

/*
 * Resamples SHIM_RESAMPLE_ROWS columns of bank->samples rows: result `i` of column `x` goes to row `i`, column `x` of
 * `into`. Both sides have samples of the same size. Rows have SHIM_RESAMPLE_ROWS samples at least.
 *
 * Two calls of shim_resample() give the same results, if the first one keeps the width.
 */
void shim_resample_down(
    const shim_filter_bank *bank, shim_resample_rows rows, int16_t *scratch, shim_resample_rows into);

/* The same, without special instructions of the processor. */
void shim_resample_down_plainly(
    const shim_filter_bank *bank, shim_resample_rows rows, int16_t *scratch, shim_resample_rows into);

#endif
