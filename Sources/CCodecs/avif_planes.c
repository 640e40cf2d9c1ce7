#include <stdlib.h>
#include <string.h>

#include "avif_planes.h"

/* Fraction bits of factors. */
enum { FRACTION = 16 };

static aom_img_fmt_t layout(const shim_encode_request *request, int is_grey) {
  const int is_across = request->chroma_horizontal == 2, is_down = request->chroma_vertical == 2;
  const aom_img_fmt_t plain = is_grey || is_down ? AOM_IMG_FMT_I420 : is_across ? AOM_IMG_FMT_I422 : AOM_IMG_FMT_I444;
  return request->bits > 8 ? plain | AOM_IMG_FMT_HIGHBITDEPTH : plain;
}

static void put(uint8_t *row, int bits, int32_t x, uint32_t sample) {
  if (bits > 8) {
    ((uint16_t *)(void *)row)[x] = (uint16_t)sample;
  } else {
    row[x] = (uint8_t)sample;
  }
}

static uint8_t *row_of(const aom_image_t *image, int plane, int32_t y) {
  return image->planes[plane] + (ptrdiff_t)y * image->stride[plane];
}

/* Fills the chroma of a grey picture with the neutral value. libaom reads it, but doesn't code it. */
static void fill_chroma(aom_image_t *image) {
  const int32_t width = (int32_t)(image->d_w + 1) / 2, height = (int32_t)(image->d_h + 1) / 2;
  image->monochrome = 1;
  for (int plane = 1; plane < 3; plane++) {
    for (int32_t y = 0; y < height; y++) {
      uint8_t *row = row_of(image, plane, y);
      for (int32_t x = 0; x < width; x++) put(row, (int)image->bit_depth, x, 1u << (image->bit_depth - 1));
    }
  }
}

static aom_image_t *new_image(const shim_encode_request *request, int is_grey) {
  aom_image_t *image =
      aom_img_alloc(NULL, layout(request, is_grey), (unsigned)request->width, (unsigned)request->height, 32);
  if (!image) return NULL;
  image->bit_depth = (unsigned)request->bits;
  image->range = AOM_CR_FULL_RANGE;
  if (is_grey) fill_chroma(image);
  return image;
}

shim_status shim_avif_planes_start(shim_avif_planes *planes, const shim_encode_request *request) {
  const size_t width = (size_t)request->width;
  planes->color = new_image(request, request->color == SHIM_GREY);
  if (request->has_alpha) planes->alpha = new_image(request, 1);
  planes->line = calloc(width * 3, sizeof *planes->line);
  planes->sums = calloc(width * 3, sizeof *planes->sums);
  const int is_there = planes->color && planes->line && planes->sums && (planes->alpha || !request->has_alpha);
  return is_there ? SHIM_OK : SHIM_NO_MEMORY;
}

/* Reads a row of a plane at the file's bits. */
static void take_row(const shim_encode_request *request, const uint8_t *plane, size_t row_bytes, int32_t row,
                     uint16_t *into) {
  const uint32_t most = (1u << request->bits) - 1;
  const uint8_t *from = plane + (size_t)row * row_bytes;
  const uint16_t *wide = (const uint16_t *)(const void *)from;
  const uint32_t white = request->sample_bytes == 2 ? 65535 : 255;
  for (int32_t x = 0; x < request->width; x++) {
    const uint32_t sample = request->sample_bytes == 2 ? wide[x] : from[x];
    into[x] = (uint16_t)((sample * most + white / 2) / white);
  }
}

static void put_row(aom_image_t *image, const uint16_t *line, int32_t y) {
  uint8_t *row = row_of(image, 0, y);
  for (int32_t x = 0; x < (int32_t)image->d_w; x++) put(row, (int)image->bit_depth, x, line[x]);
}

/* The luma of a row of red, green and blue (ITU-R BT.601-7, 2.5.1). */
static void put_luma(aom_image_t *image, const uint16_t *line, int32_t y) {
  const size_t width = image->d_w;
  uint8_t *row = row_of(image, 0, y);
  for (size_t x = 0; x < width; x++) {
    const uint32_t luma = 19595u * line[x] + 38470u * line[width + x] + 7471u * line[2 * width + x];
    put(row, (int)image->bit_depth, (int32_t)x, (luma + (1u << (FRACTION - 1))) >> FRACTION);
  }
}

static void add_sums(shim_avif_planes *planes) {
  const size_t width = planes->color->d_w;
  const unsigned shift = planes->color->x_chroma_shift;
  for (size_t channel = 0; channel < 3; channel++) {
    const uint16_t *line = planes->line + channel * width;
    uint32_t *sums = planes->sums + channel * width;
    for (size_t x = 0; x < width; x++) sums[x >> shift] += line[x];
  }
  planes->summed++;
}

/* The mean of `count` differences, offset to the middle value and clipped. */
static uint32_t chroma(int64_t difference, int64_t count, unsigned bits) {
  const int64_t most = (1 << bits) - 1, unit = count << FRACTION;
  const int64_t sample = (difference + (unit << (bits - 1)) + unit / 2) / unit;
  return (uint32_t)(sample > most ? most : sample);
}

/* The chroma of the summed rows. */
static void put_chroma(shim_avif_planes *planes) {
  const aom_image_t *image = planes->color;
  const size_t width = image->d_w, columns = (width + image->x_chroma_shift) >> image->x_chroma_shift;
  const int32_t y = planes->row >> image->y_chroma_shift;
  uint8_t *blue_row = row_of(image, 1, y), *red_row = row_of(image, 2, y);
  const uint32_t *sums = planes->sums;
  for (size_t x = 0; x < columns; x++) {
    const int is_pair = image->x_chroma_shift && 2 * x + 1 < width;
    const int64_t count = planes->summed * (is_pair ? 2 : 1);
    const int64_t red = sums[x], green = sums[width + x], blue = sums[2 * width + x];
    put(blue_row, (int)image->bit_depth, (int32_t)x,
        chroma(32768 * blue - 11058 * red - 21710 * green, count, image->bit_depth));
    put(red_row, (int)image->bit_depth, (int32_t)x,
        chroma(32768 * red - 27439 * green - 5329 * blue, count, image->bit_depth));
  }
  memset(planes->sums, 0, width * 3 * sizeof *planes->sums);
  planes->summed = 0;
}

static void write_row(shim_avif_planes *planes, const shim_encode_request *request, const uint8_t *const *samples,
                      const size_t *row_bytes, int32_t row) {
  const int colors = request->color == SHIM_GREY ? 1 : 3;
  if (planes->alpha) {
    take_row(request, samples[colors], row_bytes[colors], row, planes->line);
    put_row(planes->alpha, planes->line, planes->row);
  }
  for (int channel = 0; channel < colors; channel++) {
    uint16_t *line = planes->line + (size_t)channel * (size_t)request->width;
    take_row(request, samples[channel], row_bytes[channel], row, line);
  }
  if (colors == 1) return put_row(planes->color, planes->line, planes->row);
  put_luma(planes->color, planes->line, planes->row);
  add_sums(planes);
  const int is_last = planes->row == request->height - 1;
  if (planes->summed == 1 << planes->color->y_chroma_shift || is_last) put_chroma(planes);
}

void shim_avif_planes_write(shim_avif_planes *planes, const shim_encode_request *request, const uint8_t *const *samples,
                            const size_t *row_bytes, int32_t rows) {
  for (int32_t row = 0; row < rows; row++, planes->row++) write_row(planes, request, samples, row_bytes, row);
}

void shim_avif_planes_free(shim_avif_planes *planes) {
  aom_img_free(planes->color);
  aom_img_free(planes->alpha);
  free(planes->line);
  free(planes->sums);
}
