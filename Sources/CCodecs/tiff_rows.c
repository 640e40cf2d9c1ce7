#include <string.h>

#include "tiff_decoding.h"

/* Takes signed numbers. Negative ones become 0; returns the number of these. */
static int32_t clip_signed(const uint8_t *row, size_t first, size_t step, int32_t count, uint16_t *into) {
  const int16_t *numbers = (const int16_t *)(const void *)row;
  int32_t clipped = 0;
  for (int32_t x = 0; x < count; x++) {
    int16_t number = numbers[first + (size_t)x * step];
    clipped += number < 0;
    into[x] = (uint16_t)(number < 0 ? 0 : number);
  }
  return clipped;
}

/* Scales numbers from 0 to 1 to 16 bits, rounded to the nearest. Clips other numbers, and takes NaN for 0; returns the
   number of both. */
static int32_t clip_floats(const uint8_t *row, size_t first, size_t step, int32_t count, uint16_t *into) {
  const float *numbers = (const float *)(const void *)row;
  int32_t clipped = 0;
  for (int32_t x = 0; x < count; x++) {
    float number = numbers[first + (size_t)x * step];
    int is_low = !(number >= 0), is_high = number > 1;
    clipped += is_low || is_high;
    into[x] = is_low ? 0 : is_high ? 65535 : (uint16_t)(number * 65535.0 + 0.5);
  }
  return clipped;
}

/* Unpacks every `step`-th sample of a row from sample `first` on. */
static void unpack(const uint8_t *row, int bits, size_t first, size_t step, int32_t count, uint16_t *into) {
  if (bits == 16) {
    const uint16_t *words = (const uint16_t *)(const void *)row;
    for (int32_t x = 0; x < count; x++) into[x] = words[first + (size_t)x * step];
  } else if (bits == 8) {
    for (int32_t x = 0; x < count; x++) into[x] = row[first + (size_t)x * step];
  } else if (bits == 12) {
    for (int32_t x = 0; x < count; x++) {
      size_t index = first + (size_t)x * step;
      const uint8_t *bytes = row + index * 3 / 2;
      unsigned word = (unsigned)bytes[0] << 8 | bytes[1];
      into[x] = (uint16_t)(index % 2 ? word & 0xFFF : word >> 4);
    }
  } else {
    unsigned mask = (1u << bits) - 1;
    for (int32_t x = 0; x < count; x++) {
      size_t place = (first + (size_t)x * step) * (size_t)bits;
      into[x] = (uint16_t)(row[place / 8] >> (8 - bits - (int)(place % 8)) & mask);
    }
  }
}

/* The region's columns of one sample of a row, joined from all blocks. */
static void take(shim_tiff_decoder *decoder, int32_t row, int sample, uint16_t *into) {
  const shim_tiff_band *band = &decoder->band;
  const shim_decode_request *request = &decoder->head.request;
  size_t step = band->kind == SHIM_TIFF_RGBA ? 4 : band->planes > 1 ? 1 : decoder->samples;
  size_t offset = band->planes > 1 ? 0 : (size_t)sample;
  const uint8_t *block = band->bytes + (size_t)(row - band->first_row) * band->row_bytes;
  if (band->planes > 1) block += (size_t)sample * (size_t)band->columns * band->block_bytes;
  int32_t x = request->x, end = request->x + request->region_width;
  for (int32_t column = 0; column < band->columns; column++, block += band->block_bytes) {
    int32_t left = (band->first_column + column) * band->width;
    int32_t right = end - left < band->width ? end - left : band->width;
    const size_t first = (size_t)(x - left) * step + offset;
    const int32_t count = left + right - x;
    switch (decoder->format) {
    case SAMPLEFORMAT_INT: decoder->head.clipped += clip_signed(block, first, step, count, into); break;
    case SAMPLEFORMAT_IEEEFP: decoder->head.clipped += clip_floats(block, first, step, count, into); break;
    default: unpack(block, decoder->bits, first, step, count, into);
    }
    into += count;
    x = left + right;
  }
}

static void invert(uint16_t *samples, int32_t count, unsigned most) {
  for (int32_t x = 0; x < count; x++) samples[x] = (uint16_t)(most - samples[x]);
}

/* Divides a premultiplied colour by its alpha, rounded to the nearest. */
static void divide(uint16_t *samples, const uint16_t *alpha, int32_t count, unsigned most) {
  for (int32_t x = 0; x < count; x++) {
    unsigned part = alpha[x];
    unsigned whole = part ? ((unsigned)samples[x] * most + part / 2) / part : 0;
    samples[x] = (uint16_t)(whole < most ? whole : most);
  }
}

/* Scales the full range of `bits` to 8 or 16 bits, rounded to the nearest. */
static void put(const uint16_t *samples, int bits, int32_t count, int sample_bytes, uint8_t *into) {
  unsigned most = (1u << bits) - 1;
  if (sample_bytes == 2) {
    uint16_t *words = (uint16_t *)(void *)into;
    if (bits == 12) {
      for (int32_t x = 0; x < count; x++) words[x] = (uint16_t)((samples[x] * 65535u + 2047) / 4095);
    } else {
      for (int32_t x = 0; x < count; x++) words[x] = (uint16_t)(samples[x] * (65535 / most));
    }
  } else if (bits == 16) {
    for (int32_t x = 0; x < count; x++) into[x] = (uint8_t)((samples[x] * 255u + 32895) >> 16);
  } else if (bits == 12) {
    for (int32_t x = 0; x < count; x++) into[x] = (uint8_t)((samples[x] * 255u + 2047) / 4095);
  } else {
    for (int32_t x = 0; x < count; x++) into[x] = (uint8_t)(samples[x] * (255 / most));
  }
}

/* Looks up one channel of a palette for each index. */
static void look_up(const uint16_t *map, const uint16_t *indices, int32_t count, uint16_t *into) {
  for (int32_t x = 0; x < count; x++) into[x] = map[indices[x]];
}

/*
 * Turns L*a*b* into the encoding of ICC.1:2022, 6.3.4. CIE L*a*b* has signed a* and b* (TIFF 6.0, section 23). With 16
 * bits the unit of a* and b* is 256, and so is the unit of ICC L*a*b* (Adobe Photoshop TIFF Technical Notes, 2002); here
 * it is 257.
 */
static void encode_lab(const shim_tiff_decoder *decoder, int32_t count, uint16_t *line) {
  const int is_cie = decoder->photometric == PHOTOMETRIC_CIELAB, is_deep = decoder->bits == 16;
  for (int plane = is_cie; plane < 3; plane++) {
    uint16_t *samples = line + plane * (size_t)count;
    for (int32_t x = 0; x < count; x++) {
      unsigned sample = is_cie ? samples[x] ^ (is_deep ? 0x8000u : 0x80u) : samples[x];
      if (is_deep) sample = (sample * 257 + 128) >> 8;
      samples[x] = (uint16_t)(sample < 65535 ? sample : 65535);
    }
  }
}

/* Puts a row's colours into the line, plane by plane; returns the number of planes. */
static int take_colors(shim_tiff_decoder *decoder, int32_t row) {
  int32_t count = decoder->head.request.region_width;
  uint16_t *line = decoder->line;
  if (decoder->photometric == PHOTOMETRIC_PALETTE) {
    uint16_t *indices = line + 3 * (size_t)count;
    take(decoder, row, 0, indices);
    for (int color = 0; color < 3; color++) look_up(decoder->map[color], indices, count, line + color * (size_t)count);
    return 3;
  }
  for (int color = 0; color < decoder->colors; color++) take(decoder, row, color, line + color * (size_t)count);
  if (shim_tiff_is_lab(decoder)) encode_lab(decoder, count, line);
  if (decoder->photometric == PHOTOMETRIC_MINISWHITE) invert(line, count, (1u << decoder->depth) - 1);
  return decoder->colors;
}

/* True if the planes are the samples of a whole row, without a change. */
static int is_same(const shim_tiff_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  if (decoder->format == SAMPLEFORMAT_INT || decoder->bits != 8 * request->sample_bytes || decoder->samples != shim_channels(request)) return 0;
  if (decoder->photometric == PHOTOMETRIC_PALETTE || decoder->photometric == PHOTOMETRIC_MINISWHITE) return 0;
  if (shim_tiff_is_lab(decoder)) return 0;
  if (request->has_alpha && (decoder->alpha != decoder->samples - 1 || decoder->is_premultiplied)) return 0;
  return decoder->band.kind != SHIM_TIFF_TILES && decoder->band.kind != SHIM_TIFF_RGBA && decoder->band.planes == 1;
}

void shim_tiff_put_row(shim_tiff_decoder *decoder, int32_t row, uint8_t *into, size_t plane_bytes) {
  const shim_decode_request *request = &decoder->head.request;
  if (is_same(decoder)) {
    const shim_tiff_band *band = &decoder->band;
    shim_put_row(request, band->bytes + (size_t)(row - band->first_row) * band->row_bytes, into, plane_bytes);
    return;
  }
  int32_t count = request->region_width;
  uint16_t *line = decoder->line, *alpha = line + SHIM_MOST_PLANES * (size_t)count;
  int colors = take_colors(decoder, row), wanted = shim_channels(request) - (request->has_alpha ? 1 : 0);
  int bits = decoder->photometric == PHOTOMETRIC_PALETTE ? 8 : decoder->depth;
  unsigned most = (1u << decoder->depth) - 1;
  if (decoder->alpha >= 0) {
    take(decoder, row, decoder->alpha, alpha);
  } else {
    for (int32_t x = 0; x < count; x++) alpha[x] = (uint16_t)most;
  }
  for (int color = 0; color < wanted; color++) {
    uint16_t *samples = line + (color < colors ? color : 0) * (size_t)count;
    if (decoder->is_premultiplied && color < colors && request->has_alpha) divide(samples, alpha, count, most);
    put(samples, bits, count, request->sample_bytes, into + (size_t)color * plane_bytes);
  }
  if (request->has_alpha) put(alpha, decoder->depth, count, request->sample_bytes, into + (size_t)wanted * plane_bytes);
}
