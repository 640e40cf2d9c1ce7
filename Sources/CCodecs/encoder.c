#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encoding.h"

enum { FIRST_CAPACITY = 1 << 16 };

/* All encoders, by the names of their formats. */
static const struct {
  const char *name;
  const shim_encoding *encoding;
} encodings[] = {
  {"jpeg", &shim_jpeg}, {"png", &shim_png}, {"tiff", &shim_tiff}, {"webp", &shim_webp}, {"avif", &shim_avif},
  {"gif", &shim_gif},
};

static const shim_encoding *encoding_named(const char *name) {
  for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
    if (strcmp(encodings[i].name, name) == 0) return encodings[i].encoding;
  }
  return NULL;
}

shim_encoder *shim_encoder_create(const char *format) {
  const shim_encoding *encoding = encoding_named(format);
  shim_encoder *encoder = encoding ? encoding->create() : NULL;
  if (!encoder) return NULL;
  encoder->format = encoding;
  if (shim_output_reserve(&encoder->output, FIRST_CAPACITY)) return encoder;
  shim_encoder_destroy(encoder);
  return NULL;
}

shim_status shim_encoder_start(shim_encoder *encoder, const shim_encode_request *request) {
  encoder->request = *request;
  return encoder->format->start(encoder);
}

shim_status shim_encoder_metadata(shim_encoder *encoder, shim_metadata kind, const uint8_t *bytes, size_t count) {
  return encoder->format->metadata(encoder, kind, bytes, count);
}

shim_status shim_encoder_gain_map(shim_encoder *encoder, const shim_encoder *map, int32_t is_hdr, const uint8_t *metadata,
                                  size_t count) {
  const shim_encoding *format = encoder->format;
  return format->gain_map && map->format == format ? format->gain_map(encoder, map, is_hdr, metadata, count) : SHIM_REFUSED;
}

shim_status shim_encoder_write(shim_encoder *encoder, const uint8_t *const *planes, const size_t *row_bytes,
                               int32_t rows) {
  if (shim_encoder_is_late(encoder)) return SHIM_TIMEOUT;
  return encoder->format->write(encoder, planes, row_bytes, rows);
}

shim_status shim_encoder_end_frame(shim_encoder *encoder, int32_t duration) {
  if (shim_encoder_is_late(encoder)) return SHIM_TIMEOUT;
  return encoder->format->end_frame ? encoder->format->end_frame(encoder, duration) : SHIM_REFUSED;
}

int shim_encoder_begins_again(shim_encoder *encoder) {
  return encoder->format->begins_again && encoder->format->begins_again(encoder);
}

shim_status shim_encoder_finish(shim_encoder *encoder) {
  if (shim_encoder_is_late(encoder)) return SHIM_TIMEOUT;
  shim_status status = encoder->format->finish(encoder);
  return status == SHIM_OK && shim_encoder_is_late(encoder) ? SHIM_TIMEOUT : status;
}

const uint8_t *shim_encoder_take(shim_encoder *encoder, size_t *count) {
  *count = encoder->output.count;
  encoder->output.count = 0;
  return encoder->output.bytes;
}

const char *shim_encoder_message(const shim_encoder *encoder) { return encoder->message; }

void shim_encoder_destroy(shim_encoder *encoder) {
  free(encoder->output.bytes);
  encoder->format->destroy(encoder);
}

int shim_encoder_is_late(const shim_encoder *encoder) { return shim_now() > encoder->request.deadline; }

shim_status shim_encoder_failed(shim_encoder *encoder, const char *message) {
  snprintf(encoder->message, sizeof encoder->message, "%s", message);
  return SHIM_FAILED;
}

int shim_output_reserve(shim_output *output, size_t room) {
  if (output->capacity - output->count >= room) return 1;
  size_t capacity = output->capacity * 2 > output->count + room ? output->capacity * 2 : output->count + room;
  uint8_t *larger = realloc(output->bytes, capacity);
  if (!larger) return 0;
  output->bytes = larger;
  output->capacity = capacity;
  return 1;
}

int shim_output_add(shim_output *output, const void *bytes, size_t count) {
  if (!shim_output_reserve(output, count)) return 0;
  memcpy(output->bytes + output->count, bytes, count);
  output->count += count;
  return 1;
}

int shim_planes(const shim_encode_request *request) {
  return (request->color == SHIM_GREY ? 1 : request->color == SHIM_CMYK ? 4 : 3) + (request->has_alpha ? 1 : 0);
}

static void take_bytes(const uint8_t *from, uint8_t *into, int32_t count, size_t channels) {
  for (int32_t x = 0; x < count; x++, into += channels) *into = from[x];
}

static void take_words(const uint16_t *from, uint16_t *into, int32_t count, size_t channels) {
  for (int32_t x = 0; x < count; x++, into += channels) *into = from[x];
}

void shim_take_row(const shim_encode_request *request, const uint8_t *const *planes, const size_t *row_bytes, int32_t row,
                   uint8_t *into) {
  int channels = shim_planes(request);
  for (int channel = 0; channel < channels; channel++) {
    const uint8_t *from = planes[channel] + (size_t)row * row_bytes[channel];
    if (request->sample_bytes == 2) {
      take_words((const uint16_t *)(const void *)from, (uint16_t *)(void *)into + channel, request->width,
                 (size_t)channels);
    } else {
      take_bytes(from, into + channel, request->width, (size_t)channels);
    }
  }
}
