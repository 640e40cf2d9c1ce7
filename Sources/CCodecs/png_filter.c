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

/* A pixel of each of several rows, side by side: four of up to 4 bytes, or two of up to 8 bytes. */
typedef uint8_t column __attribute__((vector_size(16)));

/*
 * The pixels whose filtered bytes are `filtered`, by the predictor of PAETH: the one of left, above and corner that is
 * nearest to left + above - corner. Let low and high be the smaller and the larger of left and above. If the corner lies
 * between them, the distances are high - corner to low, corner - low to high, and the difference of these two to the
 * corner. Else the one opposite to the corner is the nearest. Its distance becomes 0 here, as the differences stop at 0.
 */
INLINE column restored(column filtered, column left, column above, column corner) {
  const column low = __builtin_elementwise_min(left, above), high = __builtin_elementwise_max(left, above);
  const column to_low = __builtin_elementwise_sub_sat(high, corner), to_high = __builtin_elementwise_sub_sat(corner, low);
  const column is_low = (column)(__builtin_elementwise_add_sat(to_low, to_low) <= to_high);
  const column is_high = (column)(__builtin_elementwise_add_sat(to_high, to_high) <= to_low);
  /* If both are true, the three are equal. */
  return filtered + corner + ((low - corner) & is_low) + ((high - corner) & is_high);
}

/* Rows of the type PAETH in work. Each row is one pixel behind the row above it. */
typedef struct {
  const uint8_t *filtered[SHIM_FILTER_GROUP], *above;
  uint8_t *rows[SHIM_FILTER_GROUP];
  /* The last pixels of the rows, and the pixels above them: 0 before a row begins. */
  column left, up;
} paeth_group;

/* The first row's pixel at `at`, and as many as that back in each other row. Only the rows from `first` to `end` count. */
INLINE void paeth_step(paeth_group *group, size_t at, int first, int end, size_t pixel) {
  const size_t lane = loaded(pixel);
  column filtered = {0}, up = {0};
  if (first == 0) memcpy(&up, group->above + at, lane);
  for (int row = first; row < end; row++) {
    memcpy((uint8_t *)&filtered + (size_t)row * lane, group->filtered[row] + at - (size_t)row * pixel, lane);
  }
  up |= lane == 4 ? __builtin_shufflevector(up, group->left, 4, 4, 4, 4, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27)
                  : __builtin_shufflevector(up, group->left, 8, 8, 8, 8, 8, 8, 8, 8, 16, 17, 18, 19, 20, 21, 22, 23);
  group->left = restored(filtered, group->left, up, group->up);
  group->up = up;
  for (int row = first; row < end; row++) {
    memcpy(group->rows[row] + at - (size_t)row * pixel, (const uint8_t *)&group->left + (size_t)row * lane, lane);
  }
}

INLINE void paeth_rows(const uint8_t *const *filtered, const uint8_t *above, uint8_t *const *rows, int number, size_t count,
                       size_t pixel) {
  paeth_group group = {.above = above};
  for (int row = 0; row < number; row++) {
    group.filtered[row] = filtered[row];
    group.rows[row] = rows[row];
  }
  const size_t pixels = count / pixel, behind = (size_t)number - 1;
  size_t step = 0;
  while (step < behind && step < pixels) {
    paeth_step(&group, step * pixel, 0, (int)step + 1, pixel);
    step++;
  }
  for (; step < pixels; step++) paeth_step(&group, step * pixel, 0, number, pixel);
  for (; step < pixels + behind; step++) {
    const int end = step < behind ? (int)step + 1 : number;
    paeth_step(&group, step * pixel, (int)(step - pixels) + 1, end, pixel);
  }
}

INLINE void paeth_pixels(const uint8_t *filtered, const uint8_t *above, uint8_t *row, size_t count, size_t pixel) {
  paeth_rows(&filtered, above, &row, 1, count, pixel);
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

/* Makes `number` rows of the type PAETH. The constants let the compiler keep the rows' pixels in registers. */
INLINE void paeth_together(const uint8_t *const *filtered, const uint8_t *above, uint8_t *const *rows, int number,
                           size_t count, size_t pixel) {
  switch (number) {
  case 2: paeth_rows(filtered, above, rows, 2, count, pixel); break;
  case 3: paeth_rows(filtered, above, rows, 3, count, pixel); break;
  case 4: paeth_rows(filtered, above, rows, 4, count, pixel); break;
  }
}

/* The number of pixels of this size that fit into a column. */
static int column_rows(size_t pixel) {
  return pixel == 3 || pixel == 4 ? 4 : pixel == 6 || pixel == 8 ? 2 : 1;
}

int shim_unfilter_rows(const uint8_t *filtered, const uint8_t *above, uint8_t *const rows[], int most, size_t count,
                       size_t pixel) {
  const uint8_t *bytes[SHIM_FILTER_GROUP];
  int number = 0;
  while (number < most && number < column_rows(pixel) && filtered[(size_t)number * (count + 1)] == SHIM_FILTER_PAETH) {
    bytes[number] = filtered + (size_t)number * (count + 1) + 1;
    number++;
  }
  if (number < 2) return shim_unfilter(filtered[0], filtered + 1, above, rows[0], count, pixel);
  switch (pixel) {
  case 3: paeth_together(bytes, above, rows, number, count, 3); break;
  case 4: paeth_together(bytes, above, rows, number, count, 4); break;
  case 6: paeth_rows(bytes, above, rows, 2, count, 6); break;
  case 8: paeth_rows(bytes, above, rows, 2, count, 8); break;
  }
  return number;
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
