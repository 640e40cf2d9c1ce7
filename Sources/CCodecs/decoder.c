#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "decoding.h"

shim_decoder *shim_decoder_create(const shim_decoding *engine, const shim_decoder_source *source) {
  shim_decoder *decoder = engine->create();
  if (!decoder) return NULL;
  decoder->engine = engine;
  decoder->input = shim_input_of(source->fd, source->range, engine->is_random ? NULL : source->digest);
  decoder->lender = source->lender;
  return decoder;
}

shim_status shim_decoder_start(shim_decoder *decoder, const shim_decode_request *request, shim_decode_layout *layout) {
  decoder->request = *request;
  *layout = (shim_decode_layout){.first_column = request->x, .row_width = request->region_width};
  return decoder->engine->start(decoder, layout);
}

shim_status shim_decoder_next_frame(shim_decoder *decoder, int32_t *duration) {
  *duration = 0;
  if (!decoder->engine->next_frame) return shim_failure(decoder, SHIM_FAILED, "it has no frames");
  return shim_is_late(decoder) ? SHIM_TIMEOUT : decoder->engine->next_frame(decoder, duration);
}

shim_status shim_decoder_read(shim_decoder *decoder, uint8_t *into, size_t row_bytes, size_t plane_bytes, int32_t rows) {
  return decoder->engine->read(decoder, into, row_bytes, plane_bytes, rows);
}

shim_status shim_decoder_read_coefficients(shim_decoder *decoder, const shim_decode_request *request) {
  decoder->request = *request;
  if (!decoder->engine->read_coefficients) return shim_failure(decoder, SHIM_FAILED, "it has no coefficients");
  return decoder->engine->read_coefficients(decoder);
}

shim_status shim_decoder_drain(shim_decoder *decoder, int64_t limit) {
  return decoder->engine->drain ? decoder->engine->drain(decoder, limit) : SHIM_OK;
}

void shim_decoder_time_reads(shim_decoder *decoder) { decoder->input.is_timed = 1; }
int64_t shim_decoder_read_time(const shim_decoder *decoder) { return decoder->input.read_time; }

const char *shim_decoder_damage_name(const shim_decoder *decoder, int kind) {
  return decoder->engine->damages[kind].name;
}

int32_t shim_decoder_damage_count(const shim_decoder *decoder, int kind) { return decoder->damage[kind]; }
int64_t shim_decoder_clipped(const shim_decoder *decoder) { return decoder->clipped; }
int shim_decoder_errno(const shim_decoder *decoder) { return decoder->input.read_errno; }
const char *shim_decoder_message(const shim_decoder *decoder) { return decoder->message; }

const uint8_t *shim_decoder_profile(shim_decoder *decoder, size_t *size) {
  return decoder->engine->profile ? decoder->engine->profile(decoder, size) : NULL;
}

int32_t shim_decoder_palette(shim_decoder *decoder, uint8_t colors[256][4]) {
  return decoder->engine->palette ? decoder->engine->palette(decoder, colors) : 0;
}

void shim_decoder_destroy(shim_decoder *decoder) { decoder->engine->destroy(decoder); }

const char *shim_engine_version(const shim_decoding *engine) { return engine->version ? engine->version() : NULL; }

int shim_engine_is_random(const shim_decoding *engine) { return engine->is_random; }

int shim_tolerates(shim_decoder *decoder, int kind) {
  if (decoder->damage[kind] < INT32_MAX) decoder->damage[kind]++;
  return decoder->engine->damages[kind].class < decoder->request.on_corrupt;
}

shim_status shim_failure(shim_decoder *decoder, shim_status status, const char *message) {
  snprintf(decoder->message, sizeof decoder->message, "%s", message);
  return status;
}

shim_status shim_unread(shim_decoder *decoder) {
  return shim_failure(decoder, SHIM_READ_ERROR, strerror(decoder->input.read_errno));
}

int shim_is_late(const shim_decoder *decoder) { return shim_now() > decoder->request.deadline; }

int shim_has_region(const shim_decode_request *request, int64_t width, int64_t height) {
  return request->x >= 0 && request->y >= 0 && request->region_width > 0 && request->region_height > 0 &&
         (int64_t)request->x + request->region_width <= width &&
         (int64_t)request->y + request->region_height <= height;
}

int shim_channels(const shim_decode_request *request) {
  int colors = request->color == SHIM_GREY ? 1 : request->color == SHIM_CMYK ? 4 : 3;
  return colors + (request->has_alpha ? 1 : 0);
}

static inline void put_bytes(const uint8_t *sample, uint8_t *into, int32_t count, size_t channels) {
  for (int32_t x = 0; x < count; x++, sample += channels) into[x] = *sample;
}

#ifdef __x86_64__
/* Puts pixels of three bytes. With AVX2 the compiler makes shuffles of this loop; they take a seventh of the time. */
__attribute__((target("avx2"))) static void put_rgb(const uint8_t *restrict pixels, uint8_t *restrict red,
                                                   uint8_t *restrict green, uint8_t *restrict blue, int32_t count) {
  for (int32_t x = 0; x < count; x++) {
    red[x] = pixels[3 * x];
    green[x] = pixels[3 * x + 1];
    blue[x] = pixels[3 * x + 2];
  }
}
#endif

static void put_words(const uint16_t *sample, uint16_t *into, int32_t count, size_t channels) {
  for (int32_t x = 0; x < count; x++, sample += channels) into[x] = *sample;
}

void shim_put_row(const shim_decode_request *request, const uint8_t *row, uint8_t *into, size_t plane_bytes) {
  size_t pixel = (size_t)shim_channels(request) * (size_t)request->sample_bytes;
  shim_put_columns(request, row + (size_t)request->x * pixel, into, plane_bytes);
}

void shim_put_columns(const shim_decode_request *request, const uint8_t *first, uint8_t *into, size_t plane_bytes) {
  size_t channels = (size_t)shim_channels(request);
#ifdef __x86_64__
  if (request->sample_bytes == 1 && channels == 3 && __builtin_cpu_supports("avx2")) {
    put_rgb(first, into, into + plane_bytes, into + 2 * plane_bytes, request->region_width);
    return;
  }
#endif
  for (size_t channel = 0; channel < channels; channel++, into += plane_bytes) {
    if (request->sample_bytes == 2) {
      put_words((const uint16_t *)(const void *)first + channel, (uint16_t *)(void *)into, request->region_width, channels);
    } else if (channels == 4) {
      put_bytes(first + channel, into, request->region_width, 4);
    } else {
      put_bytes(first + channel, into, request->region_width, channels);
    }
  }
}

shim_status shim_drain_rest(shim_decoder *decoder, uint8_t *buffer, size_t size, int64_t limit) {
  return shim_input_drain(&decoder->input, buffer, size, limit) ? shim_unread(decoder) : SHIM_OK;
}
