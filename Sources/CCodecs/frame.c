#include "frame.h"

/* Fraction bits of factors. */
enum { FRACTION = 16, TENTHS = 10000 };

typedef struct {
  int64_t red, blue;
} weights;

/* The weights of red and blue in luma, in ten thousandths (ITU-T H.273, table 4); 0 for an unknown matrix. */
static weights weights_of(int matrix) {
  switch (matrix) {
  case 1: return (weights){2126, 722};
  case 2: case 5: case 6: return (weights){2990, 1140};
  case 4: return (weights){3000, 1100};
  case 7: return (weights){2120, 870};
  case 9: return (weights){2627, 593};
  default: return (weights){0, 0};
  }
}

static int64_t rounded(int64_t over, int64_t under) { return (over + under / 2) / under; }

int shim_colors_of(const shim_frame *frame, int matrix, int is_full_range, int is_grey, int out_bytes,
                   shim_colors *colors) {
  if (matrix < 0) {
    matrix = frame->matrix;
    is_full_range = frame->is_full_range;
  }
  const int bits = frame->bits[0], chroma_bits = frame->is_grey ? bits : frame->bits[1];
  if (bits < 8 || bits > 12 || chroma_bits < 8 || chroma_bits > 12) return 0;
  if (!frame->is_grey && frame->bits[2] != chroma_bits) return 0;
  const int64_t most = out_bytes == 2 ? 65535 : 255;
  const int64_t range = is_full_range ? (1 << bits) - 1 : 219 << (bits - 8);
  *colors = (shim_colors){
      .is_grey = is_grey || frame->is_grey,
      .is_plain = matrix == 0,
      .out_bytes = out_bytes,
      .most = most,
      .luma = rounded(most << FRACTION, range),
      .luma_base = is_full_range ? 0 : 16 << (bits - 8),
      .chroma_base = (int64_t)1 << (chroma_bits - 1),
  };
  if (colors->is_grey) return 1;
  if (colors->is_plain) return !frame->across && !frame->down && chroma_bits == bits;
  const weights parts = weights_of(matrix);
  const int64_t green = TENTHS - parts.red - parts.blue;
  const int64_t chroma_range = (is_full_range ? (1 << chroma_bits) - 1 : 224 << (chroma_bits - 8)) * (int64_t)TENTHS;
  const int64_t unit = (2 * most) << FRACTION;
  colors->red_of_red = rounded(unit * (TENTHS - parts.red), chroma_range);
  colors->blue_of_blue = rounded(unit * (TENTHS - parts.blue), chroma_range);
  colors->green_of_red = rounded(unit * rounded(parts.red * (TENTHS - parts.red), green), chroma_range);
  colors->green_of_blue = rounded(unit * rounded(parts.blue * (TENTHS - parts.blue), green), chroma_range);
  return parts.red > 0;
}

size_t shim_frame_scratch(int32_t width) { return 4 * ((size_t)width + 8); }

#define INLINE static inline __attribute__((always_inline))

INLINE const uint8_t *row_of(const shim_frame *frame, int plane, int32_t y) {
  return frame->planes[plane] + (ptrdiff_t)y * frame->row_bytes[plane];
}

/* A row of samples of either size. */
typedef struct {
  const uint8_t *bytes;
  const uint16_t *words;
} samples;

INLINE samples samples_of(const shim_frame *frame, int plane, int32_t y) {
  const uint8_t *row = row_of(frame, plane, y);
  if (frame->sample_bytes[plane] == 1) return (samples){.bytes = row};
  return (samples){.words = (const uint16_t *)(const void *)row};
}

INLINE int sample(samples row, int32_t x) { return row.bytes ? row.bytes[x] : row.words[x]; }

INLINE void copy(const shim_frame *frame, int plane, int32_t y, int32_t x, int32_t count, uint16_t *into) {
  const samples row = samples_of(frame, plane, y);
  if (row.bytes) {
    for (int32_t i = 0; i < count; i++) into[i] = row.bytes[x + i];
  } else {
    for (int32_t i = 0; i < count; i++) into[i] = row.words[x + i];
  }
}

INLINE int32_t within(int32_t place, int32_t first, int32_t last) {
  return place < first ? first : place > last ? last : place;
}

/* The nearer sample counts three parts, the other one part. */
INLINE uint16_t weighted(int near, int far) { return (uint16_t)(3 * near + far); }

/* Weighted sums of two rows from column `first` to `last`; the samples at `left` and `right` are repeated. */
INLINE void add_rows(samples near, samples far, int32_t first, int32_t last, int32_t left, int32_t right,
                     uint16_t *sums) {
  const int32_t inner = within(left, first, last), end = within(right, first, last);
  for (int32_t c = first; c < inner; c++) sums[c - first] = weighted(sample(near, left), sample(far, left));
  if (near.bytes) {
    for (int32_t c = inner; c <= end; c++) sums[c - first] = weighted(near.bytes[c], far.bytes[c]);
  } else {
    for (int32_t c = inner; c <= end; c++) sums[c - first] = weighted(near.words[c], far.words[c]);
  }
  for (int32_t c = end + 1; c <= last; c++) sums[c - first] = weighted(sample(near, right), sample(far, right));
}

/* Upsamples across, from column x on; `sums` points to the sum of column x. */
INLINE void spread_across(const uint16_t *sums, int32_t x, int32_t count, uint16_t *into) {
  int32_t i = 0;
  if (x & 1) {
    into[i++] = (uint16_t)((weighted(sums[0], sums[1]) + 8) >> 4);
    sums++;
  }
  for (; i + 1 < count; i += 2, sums++) {
    into[i] = (uint16_t)((weighted(sums[0], sums[-1]) + 8) >> 4);
    into[i + 1] = (uint16_t)((weighted(sums[0], sums[1]) + 8) >> 4);
  }
  if (i < count) into[i] = (uint16_t)((weighted(sums[0], sums[-1]) + 8) >> 4);
}

/*
 * Upsamples chroma for `count` pixels. Across and down, the nearer sample counts three parts and the other one
 * part. At the picture's edges the outermost sample is repeated, not the padding. `sums` holds weighted sums of two
 * rows, four times a sample of at most 12 bits.
 */
INLINE void spread(const shim_frame *frame, int plane, int32_t y, int32_t x, int32_t count, uint16_t *sums,
                   uint16_t *into) {
  const int32_t left = frame->left >> frame->across, right = (frame->right - 1) >> frame->across;
  const int32_t top = frame->top >> frame->down, bottom = (frame->bottom - 1) >> frame->down;
  const int32_t nearest = y >> frame->down;
  const int32_t other = frame->down ? within(y & 1 ? nearest + 1 : nearest - 1, top, bottom) : nearest;
  const int32_t first = (x >> frame->across) - 1, last = ((x + count - 1) >> frame->across) + 1;
  add_rows(samples_of(frame, plane, nearest), samples_of(frame, plane, other), first, last, left, right, sums);
  if (frame->across) {
    spread_across(sums + 1, x, count, into);
  } else {
    for (int32_t i = 0; i < count; i++) into[i] = (uint16_t)((sums[1 + i] + 2) >> 2);
  }
}

INLINE int64_t bounded(const shim_colors *colors, int64_t value) {
  value = (value + (1 << (FRACTION - 1))) >> FRACTION;
  return value < 0 ? 0 : value > colors->most ? colors->most : value;
}

INLINE int64_t luma(const shim_colors *colors, uint16_t sample) {
  return (sample - colors->luma_base) * colors->luma;
}

INLINE void put_lumas(const shim_colors *colors, const uint16_t *row, int32_t count, uint8_t *into) {
  uint16_t *words = (uint16_t *)(void *)into;
  for (int32_t x = 0; x < count; x++) {
    const int64_t value = bounded(colors, luma(colors, row[x]));
    if (colors->out_bytes == 2) {
      words[x] = (uint16_t)value;
    } else {
      into[x] = (uint8_t)value;
    }
  }
}

INLINE void put_words(const shim_colors *colors, const uint16_t *const *rows, int32_t count, uint8_t *const *into) {
  uint16_t *red_words = (uint16_t *)(void *)into[0], *green_words = (uint16_t *)(void *)into[1];
  uint16_t *blue_words = (uint16_t *)(void *)into[2];
  for (int32_t x = 0; x < count; x++) {
    const int64_t y = luma(colors, rows[0][x]);
    const int64_t blue = rows[1][x] - colors->chroma_base, red = rows[2][x] - colors->chroma_base;
    red_words[x] = (uint16_t)bounded(colors, y + red * colors->red_of_red);
    green_words[x] =
        (uint16_t)bounded(colors, y - blue * colors->green_of_blue - red * colors->green_of_red);
    blue_words[x] = (uint16_t)bounded(colors, y + blue * colors->blue_of_blue);
  }
}

INLINE uint8_t byte_of(int32_t value) {
  value = (value + (1 << (FRACTION - 1))) >> FRACTION;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/* Each product of a factor and a sample is below 2^25, at every depth. So the sums fit. */
INLINE void put_bytes(const shim_colors *colors, const uint16_t *const *rows, int32_t count, uint8_t *const *into) {
  const int32_t luma_base = (int32_t)colors->luma_base, chroma_base = (int32_t)colors->chroma_base;
  const int32_t luma = (int32_t)colors->luma, red_of_red = (int32_t)colors->red_of_red;
  const int32_t green_of_blue = (int32_t)colors->green_of_blue, green_of_red = (int32_t)colors->green_of_red;
  const int32_t blue_of_blue = (int32_t)colors->blue_of_blue;
  const uint16_t *const lumas = rows[0], *const blues = rows[1], *const reds = rows[2];
  uint8_t *const red_bytes = into[0], *const green_bytes = into[1], *const blue_bytes = into[2];
  for (int32_t x = 0; x < count; x++) {
    const int32_t y = (lumas[x] - luma_base) * luma;
    const int32_t blue = blues[x] - chroma_base, red = reds[x] - chroma_base;
    red_bytes[x] = byte_of(y + red * red_of_red);
    green_bytes[x] = byte_of(y - blue * green_of_blue - red * green_of_red);
    blue_bytes[x] = byte_of(y + blue * blue_of_blue);
  }
}

INLINE void convert_row(const shim_frame *frame, const shim_colors *colors, int32_t y, int32_t x, int32_t count,
                        uint16_t *scratch, uint8_t *into, size_t plane_bytes) {
  const size_t stride = (size_t)count + 8;
  uint16_t *rows[3] = {scratch, scratch + stride, scratch + 2 * stride};
  uint8_t *planes[3] = {into, into + plane_bytes, into + 2 * plane_bytes};
  copy(frame, 0, y, x, count, rows[0]);
  if (colors->is_grey) {
    put_lumas(colors, rows[0], count, planes[0]);
    return;
  }
  for (int plane = 1; plane < 3; plane++) {
    if (frame->across || frame->down) {
      spread(frame, plane, y, x, count, scratch + 3 * stride, rows[plane]);
    } else {
      copy(frame, plane, y, x, count, rows[plane]);
    }
  }
  if (colors->is_plain) {
    put_lumas(colors, rows[2], count, planes[0]);
    put_lumas(colors, rows[0], count, planes[1]);
    put_lumas(colors, rows[1], count, planes[2]);
  } else if (colors->out_bytes == 2) {
    put_words(colors, (const uint16_t *const *)rows, count, planes);
  } else {
    put_bytes(colors, (const uint16_t *const *)rows, count, planes);
  }
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static void convert_row_avx2(
    const shim_frame *frame, const shim_colors *colors, int32_t y, int32_t x, int32_t count, uint16_t *scratch,
    uint8_t *into, size_t plane_bytes) {
  convert_row(frame, colors, y, x, count, scratch, into, plane_bytes);
}
#endif

void shim_frame_row(const shim_frame *frame, const shim_colors *colors, int32_t y, int32_t x, int32_t count,
                    uint16_t *scratch, uint8_t *into, size_t plane_bytes) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2")) {
    convert_row_avx2(frame, colors, y, x, count, scratch, into, plane_bytes);
    return;
  }
#endif
  convert_row(frame, colors, y, x, count, scratch, into, plane_bytes);
}
