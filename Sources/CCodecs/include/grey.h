/* Sums over small pictures in grey, of which facts are found. Samples have 8 bits and lie row by row. */
#ifndef GREY_H
#define GREY_H

#include <stddef.h>
#include <stdint.h>

/*
 * The samples of a row that make one result: `count` samples from `sample` on, and their weights from `weight` on. A weight
 * has two parts: its number is 2048 * high + low, in units of 2^-22, with low in 0...2047.
 */
typedef struct {
  int32_t sample;
  int32_t weight;
  int32_t count;
} shim_taps;

/*
 * Reduces `rows` rows of `width` samples to `results` samples, and turns rows into columns: sample (result, row) goes
 * to into[result * rows + row]. The sum of the absolute values of a result's weights is at most 1.6, so sums of products
 * with samples fit in 32 bits. Results are rounded, halves up.
 */
void shim_reduce(const uint8_t *samples, size_t rows, size_t width, const shim_taps *taps, size_t results,
                 const int16_t *high, const int16_t *low, uint8_t *into);

/* The same, without special instructions of the processor. */
void shim_reduce_plainly(const uint8_t *samples, size_t rows, size_t width, const shim_taps *taps, size_t results,
                         const int16_t *high, const int16_t *low, uint8_t *into);

typedef struct {
  int64_t sum;
  int64_t squares;
} shim_sums;

/* Counts the samples of each level into levels[256]. */
void shim_count_levels(const uint8_t *samples, size_t count, uint32_t *levels);

/*
 * The sum of the Laplacian, and that of its square, in all samples with four neighbours. The kernel takes a sample -4
 * times, and each of its neighbours above, below, left and right once. A row has at most 1024 samples.
 */
shim_sums shim_laplacian(const uint8_t *samples, size_t width, size_t height);

/* The same, without special instructions of the processor. */
shim_sums shim_laplacian_plainly(const uint8_t *samples, size_t width, size_t height);

#endif
