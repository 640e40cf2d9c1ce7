#include "CTransforms.h"

#ifdef __x86_64__

#include <immintrin.h>

/*
 * A register of 256 bits holds two vectors side by side: those of two columns, or of two rows. Each half stays in its
 * half. Sums of 32 bits of a pair of vectors take two registers: one for the first four blocks, one for the others.
 */
typedef __m256i pair;

enum { LANES = 8, SIDE = 8, FACTORS = 8 /* of a sample */ };

#define INLINE static inline __attribute__((always_inline, target("avx2")))

/* Collects bits that are set only by values that no encoder makes from samples. */
typedef struct {
  pair high, sign, wild;
} excess;

/* Two vectors that lie one after the other, or one and zeros. */
INLINE pair load(const int16_t *vectors, int has_both) {
  if (has_both) return _mm256_loadu_si256((const __m256i *)(const void *)vectors);
  return _mm256_zextsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)vectors));
}

/* A value has 14 bits and a sign if doubling it in 16 bits leaves the sign. */
INLINE pair sign_change(pair values) { return _mm256_xor_si256(values, _mm256_add_epi16(values, values)); }

INLINE pair dequantized(pair values, pair steps, excess *excess) {
  pair low = _mm256_mullo_epi16(values, steps), high = _mm256_mulhi_epi16(values, steps);
  excess->high = _mm256_or_si256(excess->high, _mm256_xor_si256(high, _mm256_srai_epi16(low, 15)));
  excess->sign = _mm256_or_si256(excess->sign, sign_change(low));
  return low;
}

INLINE pair products(pair values, const int16_t *factors) {
  int32_t both;
  __builtin_memcpy(&both, factors, sizeof both);
  return _mm256_madd_epi16(values, _mm256_set1_epi32(both));
}

/* The sums for one half of the blocks: `even` over even frequencies, `odd` over odd ones. */
INLINE void add(const pair values[4], const int16_t *factors, int extent, int shift, pair *even, pair *odd) {
  *even = _mm256_add_epi32(_mm256_set1_epi32(1 << (shift - 1)), products(values[0], factors));
  *odd = products(values[1], factors + 2);
  if (extent > 4) *even = _mm256_add_epi32(*even, products(values[2], factors + 4));
  if (extent > 5) *odd = _mm256_add_epi32(*odd, products(values[3], factors + 6));
}

/* Transforms `values`, one for each frequency, into results of 16 bits, one for each place. */
INLINE void pass(const transform_table *table, const pair values[SIDE], int points, int extent, int shift,
                 pair results[SIDE]) {
  pair lower[4], upper[4];
  for (int i = 0; i < 4; i++) {
    int first = i / 2 * 4 + i % 2;
    lower[i] = _mm256_unpacklo_epi16(values[first], values[first + 2]);
    upper[i] = _mm256_unpackhi_epi16(values[first], values[first + 2]);
  }
  for (int place = 0; place < (points + 1) / 2; place++) {
    pair even[2], odd[2];
    add(lower, table->factors + place * FACTORS, extent, shift, &even[0], &odd[0]);
    add(upper, table->factors + place * FACTORS, extent, shift, &even[1], &odd[1]);
    results[points - 1 - place] =
        _mm256_packs_epi32(_mm256_srai_epi32(_mm256_sub_epi32(even[0], odd[0]), shift),
                           _mm256_srai_epi32(_mm256_sub_epi32(even[1], odd[1]), shift));
    results[place] = _mm256_packs_epi32(_mm256_srai_epi32(_mm256_add_epi32(even[0], odd[0]), shift),
                                        _mm256_srai_epi32(_mm256_add_epi32(even[1], odd[1]), shift));
  }
}

/* Writes a row of the samples `words`, the eight bytes of two blocks in each. */
INLINE void store(const __m128i words[4], int points, uint8_t *target) {
  for (int i = 0; i < 4; i++) {
    if (points == SIDE) {
      _mm_storeu_si128((__m128i *)(void *)(target + i * 2 * SIDE), words[i]);
    } else {
      _mm_storel_epi64((__m128i *)(void *)(target + i * 2 * points), words[i]);
      _mm_storel_epi64((__m128i *)(void *)(target + (i * 2 + 1) * points), _mm_srli_si128(words[i], 8));
    }
  }
}

/* Writes two rows of samples, or only the first. Adds 128 to samples (ITU-T T.81, A.3.1). */
INLINE void store_rows(const pair samples[SIDE], int points, int has_both, uint8_t *target, size_t row_bytes) {
  pair bytes[4], middle = _mm256_set1_epi16(128);
  for (int i = 0; i < 4; i++) {
    int first = i / 2 * 4 + i % 2;
    bytes[i] = _mm256_packus_epi16(_mm256_add_epi16(samples[first], middle),
                                   _mm256_add_epi16(samples[first + 2], middle));
  }
  /* Samples 0 and 1, 2 and 3, 4 and 5, 6 and 7 of each block. */
  pair twos[4] = {_mm256_unpacklo_epi8(bytes[0], bytes[1]), _mm256_unpackhi_epi8(bytes[0], bytes[1]),
                  _mm256_unpacklo_epi8(bytes[2], bytes[3]), _mm256_unpackhi_epi8(bytes[2], bytes[3])};
  /* The first four samples of blocks 0 to 3 and 4 to 7, then the last four. */
  pair fours[4] = {_mm256_unpacklo_epi16(twos[0], twos[1]), _mm256_unpackhi_epi16(twos[0], twos[1]),
                   _mm256_unpacklo_epi16(twos[2], twos[3]), _mm256_unpackhi_epi16(twos[2], twos[3])};
  __m128i above[4], below[4];
  for (int i = 0; i < 4; i++) {
    pair blocks = i % 2 ? _mm256_unpackhi_epi32(fours[i / 2], fours[i / 2 + 2])
                        : _mm256_unpacklo_epi32(fours[i / 2], fours[i / 2 + 2]);
    above[i] = _mm256_castsi256_si128(blocks);
    below[i] = _mm256_extracti128_si256(blocks, 1);
  }
  store(above, points, target);
  if (has_both) store(below, points, target + row_bytes);
}

INLINE int run(const transform_table *table, const int16_t *coefficients, int side, int points, int extent,
               uint8_t *target, size_t row_bytes) {
  const pair zero = _mm256_setzero_si256();
  excess excess = {zero, zero, zero};
  /* The values of each row between the passes, two columns in each. The last row is one of zeros. */
  pair between[SIDE + 1][SIDE / 2];
  for (int pairs = 0; pairs < (extent + 1) / 2; pairs++) {
    int u = 2 * pairs, has_both = u + 1 < extent;
    pair values[SIDE] = {zero, zero, zero, zero, zero, zero, zero, zero}, results[SIDE];
    for (int v = 0; v < extent; v++) {
      values[v] = dequantized(load(coefficients + (v * side + u) * LANES, has_both),
                              load(table->quantization + (v * points + u) * LANES, has_both), &excess);
    }
    pass(table, values, points, extent, 11, results);
    for (int y = 0; y < points; y++) {
      excess.sign = _mm256_or_si256(excess.sign, sign_change(results[y]));
      between[y][pairs] = results[y];
    }
    between[points][pairs] = zero;
  }
  for (int y = 0; y < points; y += 2) {
    pair values[SIDE] = {zero, zero, zero, zero, zero, zero, zero, zero};
    pair samples[SIDE] = {zero, zero, zero, zero, zero, zero, zero, zero};
    for (int u = 0; u < extent; u++) {
      values[u] = u % 2 ? _mm256_permute2x128_si256(between[y][u / 2], between[y + 1][u / 2], 0x31)
                        : _mm256_permute2x128_si256(between[y][u / 2], between[y + 1][u / 2], 0x20);
    }
    pass(table, values, points, extent, 18, samples);
    for (int x = 0; x < points; x++) {
      /* Values in -512...511 set none of the tested bits. */
      excess.wild = _mm256_or_si256(excess.wild, _mm256_add_epi16(samples[x], _mm256_set1_epi16(512)));
    }
    store_rows(samples, points, y + 1 < points, target + (size_t)y * row_bytes, row_bytes);
  }
  pair wrong = _mm256_or_si256(_mm256_and_si256(excess.sign, _mm256_set1_epi16(INT16_MIN)),
                               _mm256_and_si256(excess.wild, _mm256_set1_epi16((int16_t)0xFC00)));
  wrong = _mm256_or_si256(wrong, excess.high);
  return !_mm256_testz_si256(wrong, wrong);
}

/* The compiler unrolls the loops of calls with constants. */
INLINE int run_points(const transform_table *table, const int16_t *coefficients, int side, int points, int extent,
                      uint8_t *target, size_t row_bytes) {
  int half = (points + 1) / 2;
  if (extent <= half) return run(table, coefficients, side, points, half, target, row_bytes);
  return run(table, coefficients, side, points, points, target, row_bytes);
}

int transform_is_fast(void) { return __builtin_cpu_supports("avx2"); }

__attribute__((target("avx2"))) int transform_run(
    const transform_table *table, const int16_t *coefficients, int32_t side, int32_t extent, uint8_t *target,
    size_t row_bytes) {
  switch (table->points) {
    case 2: return run_points(table, coefficients, side, 2, extent, target, row_bytes);
    case 3: return run_points(table, coefficients, side, 3, extent, target, row_bytes);
    case 4: return run_points(table, coefficients, side, 4, extent, target, row_bytes);
    case 5: return run_points(table, coefficients, side, 5, extent, target, row_bytes);
    case 6: return run_points(table, coefficients, side, 6, extent, target, row_bytes);
    case 7: return run_points(table, coefficients, side, 7, extent, target, row_bytes);
    default: return run_points(table, coefficients, side, 8, extent, target, row_bytes);
  }
}

__attribute__((target("avx2"))) int transform_averages(
    const transform_table *table, const int16_t *coefficients, size_t group_numbers, int32_t groups,
    uint8_t *target) {
  const pair steps = _mm256_permute4x64_epi64(load(table->quantization, 0), 0x44);
  const pair least = _mm256_set1_epi16(4096), half = _mm256_set1_epi16(4);
  excess excess = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256()};
  for (int32_t group = 0; group < groups; group += 2) {
    int has_both = group + 1 < groups;
    const int16_t *first = coefficients + (size_t)group * group_numbers;
    pair both = load(first, 0);
    if (has_both) both = _mm256_permute2x128_si256(both, load(first + group_numbers, 0), 0x20);
    /* The factor is 8192. So a value between the passes is 4 times the coefficient, and a sample an eighth of it. */
    pair values = dequantized(both, steps, &excess), eighths = _mm256_add_epi16(values, half);
    /* Coefficients in -4096...4091 set none of the tested bits. */
    pair tested = _mm256_or_si256(_mm256_add_epi16(values, least), _mm256_add_epi16(eighths, least));
    excess.wild = _mm256_or_si256(excess.wild, tested);
    pair samples = _mm256_add_epi16(_mm256_srai_epi16(eighths, 3), _mm256_set1_epi16(128));
    pair packed = _mm256_permute4x64_epi64(_mm256_packus_epi16(samples, samples), 0x08);
    __m128i bytes = _mm256_castsi256_si128(packed);
    if (has_both) _mm_storeu_si128((__m128i *)(void *)target, bytes);
    else _mm_storel_epi64((__m128i *)(void *)target, bytes);
    target += 2 * LANES;
  }
  pair wrong = _mm256_or_si256(excess.high, _mm256_and_si256(excess.wild, _mm256_set1_epi16((int16_t)0xE000)));
  return !_mm256_testz_si256(wrong, wrong);
}

#else

int transform_is_fast(void) { return 0; }

int transform_run(const transform_table *table, const int16_t *coefficients, int32_t side, int32_t extent,
                  uint8_t *target, size_t row_bytes) {
  (void)table, (void)coefficients, (void)side, (void)extent, (void)target, (void)row_bytes;
  return 1;
}

int transform_averages(const transform_table *table, const int16_t *coefficients, size_t group_numbers,
                       int32_t groups, uint8_t *target) {
  (void)table, (void)coefficients, (void)group_numbers, (void)groups, (void)target;
  return 1;
}

#endif
