/*
 * Inverse DCTs with instructions that Swift can't ask for. The room ReducedJPEG has the same transforms in plain Swift.
 */
#ifndef CTRANSFORMS_H
#define CTRANSFORMS_H

#include <stddef.h>
#include <stdint.h>

/*
 * A transform of 2 to 8 points. A vector has 8 numbers of 16 bits, one for each block.
 *
 * `quantization` has `points` x `points` vectors, by vertical and then by horizontal frequency. `factors` has four
 * pairs of numbers for each sample of the first half, a middle sample included: the factors of the frequencies 0 and 2,
 * 1 and 3, 4 and 6, 5 and 7. Factors of frequencies that don't exist are 0.
 */
typedef struct {
  const int16_t *quantization;
  const int16_t *factors;
  int32_t points;
} transform_table;

/* True if this processor has the instructions that transform_run needs. */
int transform_is_fast(void);

/*
 * Writes the samples of 8 adjacent blocks. `coefficients` has the `side` x `side` vectors of the lowest frequencies.
 * Only the lowest `extent` x `extent` of them count; `extent` is 2 to `points`, and `points` is at most `side`. The
 * call also overwrites up to 7 bytes behind the last sample of each row.
 *
 * Returns 0 if an encoder could make all values from samples: coefficients and values between the passes have at most
 * 14 bits and a sign, samples 9 bits and a sign. Then the samples are those of plain code. Call it only if
 * transform_is_fast() is true.
 */
int transform_run(const transform_table *table, const int16_t *coefficients, int32_t side, int32_t extent,
                  uint8_t *target, size_t row_bytes);

/*
 * Writes one sample for each block of `groups` groups of 8 adjacent blocks, from the DC coefficients alone: a transform
 * of 1 point. `coefficients` has these coefficients of the first group. Those of the next group follow after
 * `group_numbers` numbers.
 *
 * Returns 0 if an encoder could make all values from samples, as transform_run() does. Call it only if
 * transform_is_fast() is true.
 */
int transform_averages(const transform_table *table, const int16_t *coefficients, size_t group_numbers,
                       int32_t groups, uint8_t *target);

#endif
