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

static inline int sample(const shim_frame *frame, int plane, const uint8_t *row, int32_t x) {
  return frame->sample_bytes[plane] == 2 ? ((const uint16_t *)(const void *)row)[x] : row[x];
}

static const uint8_t *row_of(const shim_frame *frame, int plane, int32_t y) {
  return frame->planes[plane] + (ptrdiff_t)y * frame->row_bytes[plane];
}

static void copy(const shim_frame *frame, int plane, int32_t y, int32_t x, int32_t count, uint16_t *into) {
  const uint8_t *row = row_of(frame, plane, y);
  for (int32_t i = 0; i < count; i++) into[i] = (uint16_t)sample(frame, plane, row, x + i);
}

static int32_t within(int32_t place, int32_t first, int32_t last) {
  return place < first ? first : place > last ? last : place;
}

/*
 * Upsamples chroma for `count` pixels. Across and down, the nearer sample counts three parts and the other one
 * part. At the picture's edges the outermost sample is repeated, not the padding. `rows` holds weighted sums of two
 * rows, four times a sample.
 */
static void spread(const shim_frame *frame, int plane, int32_t y, int32_t x, int32_t count, uint16_t *rows,
                   uint16_t *into) {
  const int32_t left = frame->left >> frame->across, right = (frame->right - 1) >> frame->across;
  const int32_t top = frame->top >> frame->down, bottom = (frame->bottom - 1) >> frame->down;
  const int32_t nearest = y >> frame->down;
  const uint8_t *near = row_of(frame, plane, nearest);
  const uint8_t *far = near;
  if (frame->down) far = row_of(frame, plane, within(y & 1 ? nearest + 1 : nearest - 1, top, bottom));
  const int32_t first = (x >> frame->across) - 1;
  const int32_t last = ((x + count - 1) >> frame->across) + 1;
  for (int32_t c = first; c <= last; c++) {
    const int32_t place = within(c, left, right);
    rows[c - first] = (uint16_t)(3 * sample(frame, plane, near, place) + sample(frame, plane, far, place));
  }
  for (int32_t i = 0; i < count; i++) {
    const uint16_t *own = rows + (((x + i) >> frame->across) - first);
    const int other = (x + i) & 1 ? own[1] : own[-1];
    into[i] = (uint16_t)(frame->across ? (3 * own[0] + other + 8) >> 4 : (own[0] + 2) >> 2);
  }
}

static inline void put(const shim_colors *colors, int64_t value, uint8_t *into, int32_t x) {
  value = (value + (1 << (FRACTION - 1))) >> FRACTION;
  value = value < 0 ? 0 : value > colors->most ? colors->most : value;
  if (colors->out_bytes == 2) {
    ((uint16_t *)(void *)into)[x] = (uint16_t)value;
  } else {
    into[x] = (uint8_t)value;
  }
}

static inline int64_t luma(const shim_colors *colors, uint16_t sample) {
  return (sample - colors->luma_base) * colors->luma;
}

static inline void put_colors(const shim_colors *colors, const uint16_t *const *rows, int32_t count,
                              uint8_t *const *into) {
  for (int32_t x = 0; x < count; x++) {
    const int64_t y = luma(colors, rows[0][x]);
    const int64_t blue = rows[1][x] - colors->chroma_base, red = rows[2][x] - colors->chroma_base;
    put(colors, y + red * colors->red_of_red, into[0], x);
    put(colors, y - blue * colors->green_of_blue - red * colors->green_of_red, into[1], x);
    put(colors, y + blue * colors->blue_of_blue, into[2], x);
  }
}

void shim_frame_row(const shim_frame *frame, const shim_colors *colors, int32_t y, int32_t x, int32_t count,
                    uint16_t *scratch, uint8_t *into, size_t plane_bytes) {
  const size_t stride = (size_t)count + 8;
  uint16_t *rows[3] = {scratch, scratch + stride, scratch + 2 * stride};
  uint8_t *planes[3] = {into, into + plane_bytes, into + 2 * plane_bytes};
  copy(frame, 0, y, x, count, rows[0]);
  if (colors->is_grey) {
    for (int32_t i = 0; i < count; i++) put(colors, luma(colors, rows[0][i]), planes[0], i);
    return;
  }
  for (int plane = 1; plane < 3; plane++) {
    if (frame->across || frame->down) {
      spread(frame, plane, y, x, count, scratch + 3 * stride, rows[plane]);
    } else {
      copy(frame, plane, y, x, count, rows[plane]);
    }
  }
  if (!colors->is_plain) return put_colors(colors, (const uint16_t *const *)rows, count, planes);
  for (int32_t i = 0; i < count; i++) {
    put(colors, luma(colors, rows[2][i]), planes[0], i);
    put(colors, luma(colors, rows[0][i]), planes[1], i);
    put(colors, luma(colors, rows[1][i]), planes[2], i);
  }
}
