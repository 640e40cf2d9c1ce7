#include "png_filter.h"

#include <string.h>

/* The bytes of a pixel in lanes of 16 bits, which hold sums and differences; the same lanes as bytes. */
typedef int16_t lanes __attribute__((vector_size(16)));
typedef uint8_t lane_bytes __attribute__((vector_size(16)));
typedef uint8_t pixel_bytes __attribute__((vector_size(8)));

#define INLINE static inline __attribute__((always_inline))

/* Loads and stores go beyond a pixel, but stay within 8 bytes. */
INLINE size_t loaded(size_t pixel) { return pixel <= 4 ? 4 : 8; }

INLINE pixel_bytes load(const uint8_t *from, size_t pixel) {
  pixel_bytes bytes = {0};
  memcpy(&bytes, from, loaded(pixel));
  return bytes;
}

INLINE lanes widened(pixel_bytes bytes) { return __builtin_convertvector(bytes, lanes); }

INLINE void store(lanes values, uint8_t *into, size_t pixel) {
  const pixel_bytes bytes = __builtin_convertvector(values, pixel_bytes);
  memcpy(into, &bytes, loaded(pixel));
}

/* Sums of lanes of at most 255, without a carry. */
INLINE lanes added(lanes one, lanes other) { return (lanes)((lane_bytes)one + (lane_bytes)other); }

/*
 * The predictor of PAETH: the one of left, above and corner that is nearest to left + above - corner. With low and high
 * for the smaller and the larger of left and above, it is low if 3 * corner - left - above is at least high, high if
 * that number is at most low, and else the corner.
 */
INLINE lanes predicted(lanes left, lanes above, lanes corner) {
  const lanes low = __builtin_elementwise_min(left, above), high = __builtin_elementwise_max(left, above);
  const lanes threshold = (corner + corner + corner - above) - left;
  const lanes is_low = high <= threshold, is_high = threshold <= low;
  const lanes found = (low & is_low) | (corner & ~is_low);
  return (high & is_high) | (found & ~is_high);
}

INLINE void sub_pixels(const uint8_t *filtered, uint8_t *row, size_t count, size_t pixel) {
  pixel_bytes left = {0};
  for (size_t i = 0; i < count; i += pixel) {
    left += load(filtered + i, pixel);
    memcpy(row + i, &left, loaded(pixel));
  }
}

INLINE void average_pixels(const uint8_t *filtered, const uint8_t *above, uint8_t *row, size_t count, size_t pixel) {
  lanes left = {0};
  for (size_t i = 0; i < count; i += pixel) {
    const lanes mean = (left + widened(load(above + i, pixel))) >> 1;
    left = added(widened(load(filtered + i, pixel)), mean);
    store(left, row + i, pixel);
  }
}

INLINE void paeth_pixels(const uint8_t *filtered, const uint8_t *above, uint8_t *row, size_t count, size_t pixel) {
  lanes left = {0}, corner = {0};
  for (size_t i = 0; i < count; i += pixel) {
    const lanes up = widened(load(above + i, pixel));
    left = added(widened(load(filtered + i, pixel)), predicted(left, up, corner));
    corner = up;
    store(left, row + i, pixel);
  }
}

static void sub_bytes(const uint8_t *filtered, uint8_t *row, size_t count, size_t pixel) {
  for (size_t i = 0; i < count; i++) row[i] = (uint8_t)(filtered[i] + (i < pixel ? 0 : row[i - pixel]));
}

static void average_bytes(const uint8_t *filtered, const uint8_t *above, uint8_t *row, size_t count, size_t pixel) {
  for (size_t i = 0; i < count; i++) {
    const int left = i < pixel ? 0 : row[i - pixel];
    row[i] = (uint8_t)(filtered[i] + (left + above[i]) / 2);
  }
}

static inline int distance(int one, int other) { return one < other ? other - one : one - other; }

/* The one of left, up and corner that is nearest to left + up - corner (PNG, third edition, 9.4). */
static inline uint8_t nearest(int left, int up, int corner) {
  const int to_left = distance(up, corner), to_up = distance(left, corner), to_corner = distance(left + up, 2 * corner);
  return (uint8_t)(to_left <= to_up && to_left <= to_corner ? left : to_up <= to_corner ? up : corner);
}

static void paeth_bytes(const uint8_t *filtered, const uint8_t *above, uint8_t *row, size_t count, size_t pixel) {
  for (size_t i = 0; i < count; i++) {
    const int left = i < pixel ? 0 : row[i - pixel], corner = i < pixel ? 0 : above[i - pixel];
    row[i] = (uint8_t)(filtered[i] + nearest(left, above[i], corner));
  }
}

static void up_bytes(const uint8_t *filtered, const uint8_t *above, uint8_t *row, size_t count) {
  for (size_t i = 0; i < count; i++) row[i] = (uint8_t)(filtered[i] + above[i]);
}

/* Calls the function for pixels with their size as a constant, or the one for bytes. */
#define BY_PIXEL(name, ...)                          \
  switch (pixel) {                                   \
  case 3: name##_pixels(__VA_ARGS__, 3); break;      \
  case 4: name##_pixels(__VA_ARGS__, 4); break;      \
  case 6: name##_pixels(__VA_ARGS__, 6); break;      \
  case 8: name##_pixels(__VA_ARGS__, 8); break;      \
  default: name##_bytes(__VA_ARGS__, pixel);         \
  }                                                  \
  return 1

int shim_unfilter(int type, const uint8_t *filtered, const uint8_t *above, uint8_t *row, size_t count, size_t pixel) {
  switch (type) {
  case SHIM_FILTER_NONE: memcpy(row, filtered, count); return 1;
  case SHIM_FILTER_SUB: BY_PIXEL(sub, filtered, row, count);
  case SHIM_FILTER_UP: up_bytes(filtered, above, row, count); return 1;
  case SHIM_FILTER_AVERAGE: BY_PIXEL(average, filtered, above, row, count);
  case SHIM_FILTER_PAETH: BY_PIXEL(paeth, filtered, above, row, count);
  default: return 0;
  }
}

int shim_can_pair(size_t pixel) { return pixel == 3 || pixel == 4; }

/* Pixels of at most 4 bytes: one row's in the low lanes, another row's in the high lanes. */
INLINE pixel_bytes load_two(const uint8_t *low, const uint8_t *high) {
  uint32_t words[2];
  memcpy(words, low, sizeof *words);
  memcpy(words + 1, high, sizeof *words);
  pixel_bytes bytes;
  memcpy(&bytes, words, sizeof bytes);
  return bytes;
}

INLINE void store_two(lanes values, uint8_t *low, uint8_t *high) {
  const pixel_bytes bytes = __builtin_convertvector(values, pixel_bytes);
  uint32_t words[2];
  memcpy(words, &bytes, sizeof bytes);
  memcpy(low, words, sizeof *words);
  memcpy(high, words + 1, sizeof *words);
}

INLINE lanes joined(lanes low, lanes high) { return __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11); }

/*
 * The second row runs one pixel behind the first. The pixel above each of its pixels is then the first row's last one,
 * and both rows take the steps of one.
 */
INLINE void paeth_two(const uint8_t *const filtered[2], const uint8_t *above, uint8_t *const rows[2], size_t count,
                      size_t pixel) {
  paeth_pixels(filtered[0], above, rows[0], pixel, pixel);
  const lanes none = {0};
  lanes left = joined(widened(load(rows[0], pixel)), none), corner = joined(widened(load(above, pixel)), none);
  for (size_t i = pixel; i <= count; i += pixel) {
    const lanes up = joined(widened(load(above + i, pixel)), left);
    left = added(widened(load_two(filtered[0] + i, filtered[1] + i - pixel)), predicted(left, up, corner));
    corner = up;
    store_two(left, rows[0] + i, rows[1] + i - pixel);
  }
}

void shim_unfilter_pair(const uint8_t *const filtered[2], const uint8_t *above, uint8_t *const rows[2], size_t count,
                        size_t pixel) {
  if (pixel == 3) {
    paeth_two(filtered, above, rows, count, 3);
  } else {
    paeth_two(filtered, above, rows, count, 4);
  }
}

/* The sum of bytes as signed numbers without their signs. */
static uint64_t sum_of(const uint8_t *bytes, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) sum += bytes[i] < 128 ? bytes[i] : 256u - bytes[i];
  return sum;
}

int shim_filter(uint8_t *const rows[SHIM_FILTERS], const uint8_t *above, size_t count, size_t pixel) {
  const uint8_t *row = rows[SHIM_FILTER_NONE];
  uint8_t *sub = rows[SHIM_FILTER_SUB], *up = rows[SHIM_FILTER_UP], *average = rows[SHIM_FILTER_AVERAGE],
          *paeth = rows[SHIM_FILTER_PAETH];
  for (size_t i = 0; i < pixel && i < count; i++) {
    sub[i] = row[i];
    average[i] = (uint8_t)(row[i] - above[i] / 2);
    paeth[i] = (uint8_t)(row[i] - above[i]);
  }
  for (size_t i = 0; i < count; i++) up[i] = (uint8_t)(row[i] - above[i]);
  for (size_t i = pixel; i < count; i++) sub[i] = (uint8_t)(row[i] - row[i - pixel]);
  for (size_t i = pixel; i < count; i++) average[i] = (uint8_t)(row[i] - (row[i - pixel] + above[i]) / 2);
  for (size_t i = pixel; i < count; i++) {
    paeth[i] = (uint8_t)(row[i] - nearest(row[i - pixel], above[i], above[i - pixel]));
  }
  int best = SHIM_FILTER_NONE;
  uint64_t least = UINT64_MAX;
  for (int type = 0; type < SHIM_FILTERS; type++) {
    const uint64_t sum = sum_of(rows[type], count);
    if (sum >= least) continue;
    least = sum;
    best = type;
  }
  return best;
}
