#include "grey.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

enum { BITS = 22 /* of weights */, LOW_BITS = 11, BLOCK = 16, ROWS = 4, LEVELS = 256 };

#define INLINE static inline __attribute__((always_inline))

INLINE uint8_t rounded(int32_t sum) {
  int32_t sample = (sum + (1 << (BITS - 1))) >> BITS;
  return (uint8_t)(sample < 0 ? 0 : sample > 255 ? 255 : sample);
}

INLINE int32_t weighted_sum(const uint8_t *samples, const int16_t *high, const int16_t *low, int32_t count) {
  int32_t sum = 0;
  for (int32_t i = 0; i < count; i++) sum += samples[i] * (high[i] * (1 << LOW_BITS) + low[i]);
  return sum;
}

INLINE void reduce_row(const uint8_t *samples, size_t row, size_t rows, size_t width, const shim_taps *taps,
                       size_t results, const int16_t *high, const int16_t *low, uint8_t *into) {
  for (size_t i = 0; i < results; i++) {
    const uint8_t *first = samples + row * width + taps[i].sample;
    into[i * rows + row] = rounded(weighted_sum(first, high + taps[i].weight, low + taps[i].weight, taps[i].count));
  }
}

void shim_reduce_plainly(const uint8_t *samples, size_t rows, size_t width, const shim_taps *taps, size_t results,
                         const int16_t *high, const int16_t *low, uint8_t *into) {
  for (size_t row = 0; row < rows; row++) reduce_row(samples, row, rows, width, taps, results, high, low, into);
}

INLINE int32_t laplacian(const uint8_t *middle, size_t width) {
  return middle[-(ptrdiff_t)width] + middle[width] + middle[-1] + middle[1] - 4 * middle[0];
}

/* Adds the values of a row from column `x` on. */
INLINE void add_laplacian(const uint8_t *row, size_t x, size_t width, shim_sums *sums) {
  for (; x + 1 < width; x++) {
    int32_t value = laplacian(row + x, width);
    sums->sum += value;
    sums->squares += value * value;
  }
}

shim_sums shim_laplacian_plainly(const uint8_t *samples, size_t width, size_t height) {
  shim_sums sums = {0, 0};
  for (size_t y = 1; y + 1 < height; y++) add_laplacian(samples + y * width, 1, width, &sums);
  return sums;
}

#ifdef __x86_64__

#define FAST __attribute__((target("avx2")))

FAST INLINE __m128i folded(__m256i sums) {
  return _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
}

FAST INLINE __m256i words(const uint8_t *samples) {
  return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(const void *)samples));
}

FAST INLINE __m256i with_products(__m256i sums, __m256i samples, __m256i factors) {
  return _mm256_add_epi32(sums, _mm256_madd_epi16(samples, factors));
}

/* Writes the results of four rows. */
FAST INLINE void store_rounded(__m128i sums, uint8_t *into) {
  __m128i results = _mm_srai_epi32(_mm_add_epi32(sums, _mm_set1_epi32(1 << (BITS - 1))), BITS);
  results = _mm_packs_epi32(results, results);
  int32_t bytes = _mm_cvtsi128_si32(_mm_packus_epi16(results, results));
  __builtin_memcpy(into, &bytes, sizeof bytes);
}

/* The products of four rows share the loads of weights. */
FAST static void reduce_avx2(const uint8_t *samples, size_t rows, size_t width, const shim_taps *taps,
                             size_t results, const int16_t *high, const int16_t *low, uint8_t *into) {
  size_t row = 0;
  for (; row + ROWS <= rows; row += ROWS) {
    for (size_t i = 0; i < results; i++) {
      const uint8_t *first = samples + row * width + taps[i].sample;
      const int16_t *own_high = high + taps[i].weight, *own_low = low + taps[i].weight;
      int32_t count = taps[i].count, done = count / BLOCK * BLOCK;
      __m256i highs[ROWS] = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256(),
                             _mm256_setzero_si256()};
      __m256i lows[ROWS] = {highs[0], highs[0], highs[0], highs[0]};
      for (int32_t k = 0; k < done; k += BLOCK) {
        __m256i high_factors = _mm256_loadu_si256((const __m256i *)(const void *)(own_high + k));
        __m256i low_factors = _mm256_loadu_si256((const __m256i *)(const void *)(own_low + k));
        for (int j = 0; j < ROWS; j++) {
          __m256i taken = words(first + j * width + k);
          highs[j] = with_products(highs[j], taken, high_factors);
          lows[j] = with_products(lows[j], taken, low_factors);
        }
      }
      __m128i sums[ROWS];
      for (int j = 0; j < ROWS; j++)
        sums[j] = folded(_mm256_add_epi32(_mm256_slli_epi32(highs[j], LOW_BITS), lows[j]));
      __m128i four = _mm_hadd_epi32(_mm_hadd_epi32(sums[0], sums[1]), _mm_hadd_epi32(sums[2], sums[3]));
      if (done < count) {
        int32_t rest[ROWS];
        for (int j = 0; j < ROWS; j++)
          rest[j] = weighted_sum(first + j * width + done, own_high + done, own_low + done, count - done);
        four = _mm_add_epi32(four, _mm_loadu_si128((const __m128i *)(const void *)rest));
      }
      store_rounded(four, into + i * rows + row);
    }
  }
  for (; row < rows; row++) reduce_row(samples, row, rows, width, taps, results, high, low, into);
}

FAST static shim_sums laplacian_avx2(const uint8_t *samples, size_t width, size_t height) {
  shim_sums all = {0, 0};
  for (size_t y = 1; y + 1 < height; y++) {
    const uint8_t *row = samples + y * width;
    size_t x = 1;
    __m256i sums = _mm256_setzero_si256(), squares = _mm256_setzero_si256();
    for (; x + 16 < width; x += 16) {
      const uint8_t *middle = row + x;
      __m256i around = _mm256_add_epi16(_mm256_add_epi16(words(middle - width), words(middle + width)),
                                        _mm256_add_epi16(words(middle - 1), words(middle + 1)));
      __m256i values = _mm256_sub_epi16(around, _mm256_slli_epi16(words(middle), 2));
      sums = _mm256_add_epi32(sums, _mm256_madd_epi16(values, _mm256_set1_epi16(1)));
      squares = _mm256_add_epi32(squares, _mm256_madd_epi16(values, values));
    }
    __m128i both = _mm_hadd_epi32(folded(sums), folded(squares));
    both = _mm_hadd_epi32(both, both);
    all.sum += _mm_extract_epi32(both, 0);
    all.squares += _mm_extract_epi32(both, 1);
    add_laplacian(row, x, width, &all);
  }
  return all;
}

#endif

void shim_reduce(const uint8_t *samples, size_t rows, size_t width, const shim_taps *taps, size_t results,
                 const int16_t *high, const int16_t *low, uint8_t *into) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2")) {
    reduce_avx2(samples, rows, width, taps, results, high, low, into);
    return;
  }
#endif
  shim_reduce_plainly(samples, rows, width, taps, results, high, low, into);
}

/* Equal levels often stand side by side. With four tables, a count doesn't wait for the one before it. */
void shim_count_levels(const uint8_t *samples, size_t count, uint32_t *levels) {
  uint32_t tables[4][LEVELS] = {{0}};
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (int j = 0; j < 4; j++) tables[j][samples[i + j]]++;
  }
  for (; i < count; i++) tables[0][samples[i]]++;
  for (int level = 0; level < LEVELS; level++)
    levels[level] = tables[0][level] + tables[1][level] + tables[2][level] + tables[3][level];
}

shim_sums shim_laplacian(const uint8_t *samples, size_t width, size_t height) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2")) return laplacian_avx2(samples, width, height);
#endif
  return shim_laplacian_plainly(samples, width, height);
}
