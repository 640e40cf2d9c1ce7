#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "avif_encoding.h"

/* Fraction bits of factors. */
enum { FRACTION = 16 };

typedef struct {
  shim_encoder head;
  /* Planes of luma and chroma, or of luma alone, and of alpha. */
  aom_image_t *color, *alpha;
  /* The rows that came so far. */
  int32_t row;
  /* A row of red, green and blue, at the file's bits. */
  uint16_t *line;
  /* What red, green and blue of the pixels come to that share a chroma sample; the rows that are in it. */
  uint32_t *sums;
  int32_t summed;
  shim_av1_still stills[2];
  shim_output profile, exif, xmp;
} avif_encoder;

static void destroy(shim_encoder *head) {
  avif_encoder *encoder = (avif_encoder *)head;
  aom_img_free(encoder->color);
  aom_img_free(encoder->alpha);
  free(encoder->line);
  free(encoder->sums);
  for (int i = 0; i < 2; i++) free(encoder->stills[i].data.bytes);
  free(encoder->profile.bytes);
  free(encoder->exif.bytes);
  free(encoder->xmp.bytes);
  free(encoder);
}

static shim_encoder *create(void) {
  avif_encoder *encoder = calloc(1, sizeof *encoder);
  return encoder ? &encoder->head : NULL;
}

static shim_status failed(avif_encoder *encoder, const char *message) {
  snprintf(encoder->head.message, SHIM_MESSAGE_SIZE, "%s", message);
  return SHIM_FAILED;
}

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

/* Gives a picture of one plane chroma without colour, which libaom reads and doesn't code. */
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

static shim_status start(shim_encoder *head) {
  avif_encoder *encoder = (avif_encoder *)head;
  const shim_encode_request *request = &head->request;
  const int is_grey = request->color == SHIM_GREY;
  if (!is_grey && request->color != SHIM_RGB) return failed(encoder, "AVIF takes grey and RGB alone");
  if (request->bits != 8 && request->bits != 10 && request->bits != 12) return failed(encoder, "AVIF has no such depth");
  const size_t width = (size_t)request->width;
  encoder->color = new_image(request, is_grey);
  if (request->has_alpha) encoder->alpha = new_image(request, 1);
  encoder->line = calloc(width * 3, sizeof *encoder->line);
  encoder->sums = calloc(width * 3, sizeof *encoder->sums);
  const int is_there = encoder->color && encoder->line && encoder->sums && (encoder->alpha || !request->has_alpha);
  return is_there ? SHIM_OK : SHIM_NO_MEMORY;
}

static shim_status add_metadata(shim_encoder *head, shim_metadata kind, const uint8_t *bytes, size_t count) {
  avif_encoder *encoder = (avif_encoder *)head;
  if (kind != SHIM_ICC && kind != SHIM_EXIF && kind != SHIM_XMP) return SHIM_REFUSED;
  shim_output *own = kind == SHIM_ICC ? &encoder->profile : kind == SHIM_EXIF ? &encoder->exif : &encoder->xmp;
  own->count = 0;
  return shim_output_add(own, bytes, count) ? SHIM_OK : SHIM_NO_MEMORY;
}

/* A row of a plane at the file's bits. */
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

/* Luma of a row of red, green and blue (ITU-R BT.601-7, 2.5.1). */
static void put_luma(aom_image_t *image, const uint16_t *line, int32_t y) {
  const size_t width = image->d_w;
  uint8_t *row = row_of(image, 0, y);
  for (size_t x = 0; x < width; x++) {
    const uint32_t luma = 19595u * line[x] + 38470u * line[width + x] + 7471u * line[2 * width + x];
    put(row, (int)image->bit_depth, (int32_t)x, (luma + (1u << (FRACTION - 1))) >> FRACTION);
  }
}

static void add_sums(avif_encoder *encoder) {
  const size_t width = encoder->color->d_w;
  const unsigned shift = encoder->color->x_chroma_shift;
  for (size_t channel = 0; channel < 3; channel++) {
    const uint16_t *line = encoder->line + channel * width;
    uint32_t *sums = encoder->sums + channel * width;
    for (size_t x = 0; x < width; x++) sums[x >> shift] += line[x];
  }
  encoder->summed++;
}

/* The mean of `count` differences, clipped, around the middle. */
static uint32_t chroma(int64_t difference, int64_t count, unsigned bits) {
  const int64_t most = (1 << bits) - 1, unit = count << FRACTION;
  const int64_t sample = (difference + (unit << (bits - 1)) + unit / 2) / unit;
  return (uint32_t)(sample > most ? most : sample);
}

/* Chroma of the rows that were summed up. */
static void put_chroma(avif_encoder *encoder) {
  const aom_image_t *image = encoder->color;
  const size_t width = image->d_w, columns = (width + image->x_chroma_shift) >> image->x_chroma_shift;
  const int32_t y = encoder->row >> image->y_chroma_shift;
  uint8_t *blue_row = row_of(image, 1, y), *red_row = row_of(image, 2, y);
  const uint32_t *sums = encoder->sums;
  for (size_t x = 0; x < columns; x++) {
    const int is_pair = image->x_chroma_shift && 2 * x + 1 < width;
    const int64_t count = encoder->summed * (is_pair ? 2 : 1);
    const int64_t red = sums[x], green = sums[width + x], blue = sums[2 * width + x];
    put(blue_row, (int)image->bit_depth, (int32_t)x,
        chroma(32768 * blue - 11058 * red - 21710 * green, count, image->bit_depth));
    put(red_row, (int)image->bit_depth, (int32_t)x,
        chroma(32768 * red - 27439 * green - 5329 * blue, count, image->bit_depth));
  }
  memset(encoder->sums, 0, width * 3 * sizeof *encoder->sums);
  encoder->summed = 0;
}

static shim_status write_rows(shim_encoder *head, const uint8_t *const *planes, const size_t *row_bytes, int32_t rows) {
  avif_encoder *encoder = (avif_encoder *)head;
  const shim_encode_request *request = &head->request;
  const int colors = request->color == SHIM_GREY ? 1 : 3;
  if (rows > request->height - encoder->row) return SHIM_FAILED;
  for (int32_t row = 0; row < rows; row++, encoder->row++) {
    if (encoder->alpha) {
      take_row(request, planes[colors], row_bytes[colors], row, encoder->line);
      put_row(encoder->alpha, encoder->line, encoder->row);
    }
    for (int channel = 0; channel < colors; channel++) {
      take_row(request, planes[channel], row_bytes[channel], row, encoder->line + (size_t)channel * (size_t)request->width);
    }
    if (colors == 1) {
      put_row(encoder->color, encoder->line, encoder->row);
      continue;
    }
    put_luma(encoder->color, encoder->line, encoder->row);
    add_sums(encoder);
    const int is_last = encoder->row == request->height - 1;
    if (encoder->summed == 1 << encoder->color->y_chroma_shift || is_last) put_chroma(encoder);
  }
  return SHIM_OK;
}

static shim_status code(avif_encoder *encoder, aom_image_t **image, shim_color_numbers numbers, shim_av1_still *still) {
  shim_status status = shim_code_av1(*image, &encoder->head.request, numbers, still, encoder->head.message);
  aom_img_free(*image);
  *image = NULL;
  return status;
}

static shim_status finish(shim_encoder *head) {
  /* Numbers that aren't said, sRGB, and the matrix of BT.601. */
  enum { UNSPECIFIED = 2, SRGB_PRIMARIES = 1, SRGB_TRANSFER = 13, BT601 = 6 };
  avif_encoder *encoder = (avif_encoder *)head;
  if (encoder->row != head->request.height) return failed(encoder, "rows are missing");
  const int has_profile = encoder->profile.count > 0;
  const shim_color_numbers none = {UNSPECIFIED, UNSPECIFIED, UNSPECIFIED};
  const shim_avif_parts parts = {
      .width = head->request.width,
      .height = head->request.height,
      .numbers = {has_profile ? UNSPECIFIED : SRGB_PRIMARIES, has_profile ? UNSPECIFIED : SRGB_TRANSFER, BT601},
      .orientation = head->request.orientation,
      .color = &encoder->stills[0],
      .alpha = encoder->alpha ? &encoder->stills[1] : NULL,
      .profile = &encoder->profile,
      .exif = &encoder->exif,
      .xmp = &encoder->xmp,
  };
  shim_status status = code(encoder, &encoder->color, parts.numbers, &encoder->stills[0]);
  if (status == SHIM_OK && parts.alpha) status = code(encoder, &encoder->alpha, none, &encoder->stills[1]);
  if (status != SHIM_OK) return status;
  status = shim_avif_write(&parts, &head->output);
  return status == SHIM_FAILED ? failed(encoder, "its data is longer than a file can have") : status;
}

const shim_encoding shim_avif = {create, start, add_metadata, write_rows, finish, destroy};
