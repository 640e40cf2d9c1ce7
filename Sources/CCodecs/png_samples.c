#include "png_samples.h"

#include <string.h>

enum { RED, GREEN, BLUE, ALPHA, OPAQUE = -1 };

/* Colours of a palette; entries without alpha in tRNS are opaque. */
static void set_palette(png_structp png, png_infop info, png_samples *samples) {
  png_colorp colors = NULL;
  png_bytep alphas = NULL;
  int alpha_count = 0;
  png_get_PLTE(png, info, &colors, &samples->colors);
  png_get_tRNS(png, info, &alphas, &alpha_count, NULL);
  for (int i = 0; i < samples->colors; i++) {
    uint8_t *color = samples->table[i];
    color[RED] = colors[i].red;
    color[GREEN] = colors[i].green;
    color[BLUE] = colors[i].blue;
    color[ALPHA] = i < alpha_count ? alphas[i] : 255;
  }
}

/* All levels of grey of less than 8 bits. */
static void set_greys(png_samples *samples) {
  samples->colors = 1 << samples->bits;
  for (int i = 0; i < samples->colors; i++) {
    memset(samples->table[i], i * 255 / (samples->colors - 1), 3);
    samples->table[i][ALPHA] = 255;
  }
}

int png_samples_of(png_structp png, png_infop info, const shim_decode_request *request, png_samples *samples) {
  const int type = png_get_color_type(png, info);
  const int is_palette = type == PNG_COLOR_TYPE_PALETTE;
  if (png_get_interlace_type(png, info) != PNG_INTERLACE_NONE) return 0;
  if (!is_palette && png_get_valid(png, info, PNG_INFO_tRNS)) return 0;
  *samples = (png_samples){.channels = png_get_channels(png, info), .bits = png_get_bit_depth(png, info)};
  if (is_palette) {
    set_palette(png, info, samples);
  } else if (samples->bits < 8) {
    set_greys(samples);
  }
  const int colors = request->color == SHIM_GREY ? 1 : 3;
  const int has_alpha = is_palette || (type & PNG_COLOR_MASK_ALPHA);
  const int is_color = samples->colors > 0 || (type & PNG_COLOR_MASK_COLOR);
  for (int i = 0; i < colors; i++) samples->channel[i] = (int8_t)(is_color ? i : 0);
  samples->channel[colors] = (int8_t)(samples->colors > 0 ? ALPHA : has_alpha ? samples->channels - 1 : OPAQUE);
  samples->is_same = samples->colors == 0 && samples->bits == 8 && request->sample_bytes == 1 &&
                     samples->channels == shim_channels(request);
  return 1;
}

/* The sample of column x. */
static inline uint8_t packed(const uint8_t *row, int bits, int32_t x) {
  if (bits == 8) return row[x];
  const int32_t place = x * bits;
  return (uint8_t)((row[place >> 3] >> (8 - bits - (place & 7))) & ((1 << bits) - 1));
}

int png_has_colors(const png_samples *samples, const uint8_t *row, int32_t width) {
  if (samples->colors == 0 || samples->colors == 1 << samples->bits) return 1;
  int highest = 0;
  for (int32_t x = 0; x < width; x++) {
    const int sample = packed(row, samples->bits, x);
    if (sample > highest) highest = sample;
  }
  return highest < samples->colors;
}

static void put_table(const png_samples *samples, int channel, const uint8_t *row, const shim_decode_request *request,
                      uint8_t *into) {
  for (int32_t i = 0; i < request->region_width; i++) {
    const uint8_t value = samples->table[packed(row, samples->bits, request->x + i)][channel];
    if (request->sample_bytes == 2) {
      ((uint16_t *)(void *)into)[i] = (uint16_t)(value * 257);
    } else {
      into[i] = value;
    }
  }
}

/* The byte for a 16-bit sample, rounded. */
static inline uint8_t byte_of(const uint8_t *sample) { return (uint8_t)(((sample[0] << 8 | sample[1]) * 255 + 32895) >> 16); }

static void put_channel(const png_samples *samples, const uint8_t *first, int32_t count, int is_wide, uint8_t *into) {
  const int channels = samples->channels;
  if (is_wide) {
    uint16_t *words = (uint16_t *)(void *)into;
    for (int32_t i = 0; i < count; i++) {
      words[i] = samples->bits == 16 ? (uint16_t)(first[2 * i * channels] << 8 | first[2 * i * channels + 1])
                                     : (uint16_t)(first[i * channels] * 257);
    }
  } else if (samples->bits == 16) {
    for (int32_t i = 0; i < count; i++) into[i] = byte_of(first + 2 * i * channels);
  } else {
    for (int32_t i = 0; i < count; i++) into[i] = first[i * channels];
  }
}

void png_put_samples(const png_samples *samples, const uint8_t *row, const shim_decode_request *request, uint8_t *into,
                     size_t plane_bytes) {
  if (samples->is_same) {
    shim_put_row(request, row, into, plane_bytes);
    return;
  }
  const int planes = shim_channels(request), is_wide = request->sample_bytes == 2;
  const size_t bytes = samples->bits == 16 ? 2 : 1;
  const uint8_t *first = row + (size_t)request->x * (size_t)samples->channels * bytes;
  for (int plane = 0; plane < planes; plane++, into += plane_bytes) {
    const int channel = samples->channel[plane];
    if (channel == OPAQUE) {
      memset(into, 255, (size_t)request->region_width * (size_t)request->sample_bytes);
    } else if (samples->colors > 0) {
      put_table(samples, channel, row, request, into);
    } else {
      put_channel(samples, first + (size_t)channel * bytes, request->region_width, is_wide, into);
    }
  }
}
