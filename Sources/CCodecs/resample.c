#include "resample.h"

#include <string.h>

#ifdef __x86_64__
#include <immintrin.h>
#endif

/*
 * Scratch memory holds the rows as columns of pairs: for each pair of samples, the pair of each row as two
 * signed numbers. So one multiplication by a pair of weights serves eight rows.
 */
enum { ROWS = SHIM_RESAMPLE_ROWS, PAIR_ROWS = 2 * ROWS, BLOCK = 8 };

/*
 * Each result goes to another row, and samples of 2 bytes come from eight rows at a time. Processors don't foresee such
 * places, so the code asks for their memory this far ahead.
 */
enum { RESULTS_AHEAD = 12, BYTES_AHEAD = 128 };

/* The pairs of eight rows, or eight pairs of a row. */
typedef int32_t pairs8 __attribute__((vector_size(32), aligned(4)));
typedef uint8_t samples8 __attribute__((vector_size(8), aligned(1)));
typedef uint8_t samples16 __attribute__((vector_size(16), aligned(1)));
typedef uint16_t words8 __attribute__((vector_size(16), aligned(2)));
typedef uint16_t words16 __attribute__((vector_size(32)));

#define INLINE static inline __attribute__((always_inline))

size_t shim_resample_scratch(int32_t samples) {
  return ((size_t)samples + 2 * BLOCK - 1) / (2 * BLOCK) * (2 * BLOCK) * ROWS * sizeof(int16_t);
}

/* Turns a block of eight rows of eight pairs. */
INLINE void turn_block(pairs8 block[BLOCK]) {
  pairs8 twos[BLOCK], fours[BLOCK];
  for (int i = 0; i < BLOCK; i += 2) {
    twos[i] = __builtin_shufflevector(block[i], block[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    twos[i + 1] = __builtin_shufflevector(block[i], block[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int i = 0; i < BLOCK; i += 4) {
    for (int j = i; j < i + 2; j++) {
      fours[j] = __builtin_shufflevector(twos[j], twos[j + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      fours[j + 2] = __builtin_shufflevector(twos[j], twos[j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  }
  for (int i = 0; i < BLOCK / 2; i++) {
    block[i] = __builtin_shufflevector(fours[i], fours[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    block[i + 4] = __builtin_shufflevector(fours[i], fours[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

/* Samples of 2 bytes become signed: their middle becomes 0. */
INLINE void turn_rows(shim_resample_rows rows, int sample_bytes, int32_t samples, int16_t *columns) {
  for (int32_t x = 0; x < samples; x += 2 * BLOCK) {
    for (int first = 0; first < ROWS; first += BLOCK) {
      pairs8 block[BLOCK];
      const uint8_t *from = (const uint8_t *)rows.samples + (size_t)first * rows.row_bytes + (size_t)x * sample_bytes;
      for (int row = 0; row < BLOCK; row++, from += rows.row_bytes) {
        if (sample_bytes == 1) {
          block[row] = (pairs8)__builtin_convertvector(*(const samples16 *)from, words16);
        } else {
          __builtin_prefetch(from + BYTES_AHEAD);
          block[row] = *(const pairs8 *)from ^ (int32_t)0x80008000;
        }
      }
      turn_block(block);
      for (int pair = 0; pair < BLOCK; pair++) {
        *(pairs8 *)(columns + ((size_t)x / 2 + pair) * PAIR_ROWS + 2 * first) = block[pair];
      }
    }
  }
}

/* Adds samples of a row to pairs, each as its first or its second number. Samples of 2 bytes become signed. */
INLINE void add_number(pairs8 *pairs, const uint8_t *samples, int sample_bytes, int number) {
  pairs8 numbers = sample_bytes == 1 ? __builtin_convertvector(*(const samples8 *)samples, pairs8)
                                     : __builtin_convertvector(*(const words8 *)samples ^ 0x8000, pairs8);
  *pairs |= numbers << number * 16;
}

/* Pairs the samples of each column, so that the columns of `rows` are what rows are in turn_rows(). */
INLINE void pair_rows(shim_resample_rows rows, int sample_bytes, int32_t samples, int16_t *columns) {
  for (int32_t y = 0; y < samples; y += 2) {
    const uint8_t *above = (const uint8_t *)rows.samples + (size_t)y * rows.row_bytes;
    /* A sample below the last row has no weight. */
    const uint8_t *below = y + 1 < samples ? above + rows.row_bytes : above;
    for (int first = 0; first < ROWS; first += BLOCK) {
      size_t place = (size_t)first * (size_t)sample_bytes;
      pairs8 pairs = {0};
      add_number(&pairs, above + place, sample_bytes, 0);
      add_number(&pairs, below + place, sample_bytes, 1);
      *(pairs8 *)(columns + (size_t)y / 2 * PAIR_ROWS + 2 * first) = pairs;
    }
  }
}

INLINE void weigh(const int16_t *columns, const int16_t *weights, int32_t pairs, int32_t sums[ROWS]) {
  memset(sums, 0, ROWS * sizeof *sums);
  for (int32_t pair = 0; pair < pairs; pair++, columns += PAIR_ROWS, weights += 2) {
    for (int row = 0; row < ROWS; row++) {
      sums[row] += columns[2 * row] * weights[0] + columns[2 * row + 1] * weights[1];
    }
  }
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static inline void weigh_avx2(
    const int16_t *columns, const int16_t *weights, int32_t pairs, int32_t sums[ROWS]) {
  __m256i upper = _mm256_setzero_si256(), lower = upper;
  for (int32_t pair = 0; pair < pairs; pair++, columns += PAIR_ROWS, weights += 2) {
    int32_t both;
    memcpy(&both, weights, sizeof both);
    __m256i weight = _mm256_set1_epi32(both);
    __m256i above = _mm256_loadu_si256((const __m256i *)columns);
    __m256i below = _mm256_loadu_si256((const __m256i *)(columns + ROWS));
    upper = _mm256_add_epi32(upper, _mm256_madd_epi16(above, weight));
    lower = _mm256_add_epi32(lower, _mm256_madd_epi16(below, weight));
  }
  _mm256_storeu_si256((__m256i *)sums, upper);
  _mm256_storeu_si256((__m256i *)(sums + ROWS / 2), lower);
}
#endif

/* A result in 16 bits. A sample of 1 byte counts 257 times, and samples of 2 bytes had their middle taken off. */
INLINE int32_t rounded(int32_t sum, int sample_bytes) {
  const int32_t half = SHIM_WEIGHT_UNIT / 2, middle = 32768 * SHIM_WEIGHT_UNIT;
  int32_t value = (sample_bytes == 1 ? sum * 257 + half : sum + middle + half) >> SHIM_WEIGHT_BITS;
  return value < 0 ? 0 : value > 65535 ? 65535 : value;
}

INLINE void weigh_all(
    const shim_filter_bank *bank, const int16_t *scratch, shim_resample_rows into, int sample_bytes,
    int result_bytes, int has_avx2) {
  for (int32_t result = 0; result < bank->results; result++) {
    const int16_t *columns = scratch + (size_t)bank->first_pairs[result] * PAIR_ROWS;
    const int16_t *weights = bank->weights + (size_t)result * 2 * bank->pairs;
    int32_t sums[ROWS];
#ifdef __x86_64__
    if (has_avx2) weigh_avx2(columns, weights, bank->pairs, sums);
    else
#endif
      weigh(columns, weights, bank->pairs, sums);
    uint8_t *target = (uint8_t *)into.samples + (size_t)result * into.row_bytes;
    __builtin_prefetch(target + RESULTS_AHEAD * into.row_bytes, 1);
    for (int row = 0; row < ROWS; row++) {
      int32_t value = rounded(sums[row], sample_bytes);
      if (result_bytes == 1) target[row] = (uint8_t)((value * 255 + 32895) >> 16);
      else ((uint16_t *)target)[row] = (uint16_t)value;
    }
  }
}

INLINE void resample(
    const shim_filter_bank *bank, shim_resample_rows rows, int16_t *scratch, shim_resample_rows into,
    int sample_bytes, int result_bytes, int has_avx2) {
  turn_rows(rows, sample_bytes, bank->samples, scratch);
  weigh_all(bank, scratch, into, sample_bytes, result_bytes, has_avx2);
}

INLINE void resample_any(
    const shim_filter_bank *bank, shim_resample_rows rows, int16_t *scratch, shim_resample_rows into,
    int has_avx2) {
  if (rows.sample_bytes == 1) resample(bank, rows, scratch, into, 1, 2, has_avx2);
  else if (into.sample_bytes == 1) resample(bank, rows, scratch, into, 2, 1, has_avx2);
  else resample(bank, rows, scratch, into, 2, 2, has_avx2);
}

INLINE void resample_down(
    const shim_filter_bank *bank, shim_resample_rows rows, int16_t *scratch, shim_resample_rows into,
    int has_avx2) {
  if (rows.sample_bytes == 1) {
    pair_rows(rows, 1, bank->samples, scratch);
    weigh_all(bank, scratch, into, 1, 1, has_avx2);
  } else {
    pair_rows(rows, 2, bank->samples, scratch);
    weigh_all(bank, scratch, into, 2, 2, has_avx2);
  }
}

void shim_resample_plainly(
    const shim_filter_bank *bank, shim_resample_rows rows, int16_t *scratch, shim_resample_rows into) {
  resample_any(bank, rows, scratch, into, 0);
}

void shim_resample_down_plainly(
    const shim_filter_bank *bank, shim_resample_rows rows, int16_t *scratch, shim_resample_rows into) {
  resample_down(bank, rows, scratch, into, 0);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static void resample_avx2(
    const shim_filter_bank *bank, shim_resample_rows rows, int16_t *scratch, shim_resample_rows into) {
  resample_any(bank, rows, scratch, into, 1);
}

__attribute__((target("avx2"))) static void resample_down_avx2(
    const shim_filter_bank *bank, shim_resample_rows rows, int16_t *scratch, shim_resample_rows into) {
  resample_down(bank, rows, scratch, into, 1);
}
#endif

void shim_resample(
    const shim_filter_bank *bank, shim_resample_rows rows, int16_t *scratch, shim_resample_rows into) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2")) {
    resample_avx2(bank, rows, scratch, into);
    return;
  }
#endif
  shim_resample_plainly(bank, rows, scratch, into);
}

void shim_resample_down(
    const shim_filter_bank *bank, shim_resample_rows rows, int16_t *scratch, shim_resample_rows into) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2")) {
    resample_down_avx2(bank, rows, scratch, into);
    return;
  }
#endif
  shim_resample_down_plainly(bank, rows, scratch, into);
}
