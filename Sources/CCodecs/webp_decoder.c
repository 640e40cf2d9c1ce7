#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "webp_decoding.h"

/* Pixels around a region that libwebp uses for the colours at its edges. */
enum { MARGIN = 2 };

static const shim_damage damages[] = {
  [SHIM_WEBP_DATA] = {"webp_data", SHIM_FAIL_ON_ERROR, NULL},
  [SHIM_WEBP_END] = {"webp_end", SHIM_FAIL_ON_TRUNCATED, NULL},
  {0},
};

static void destroy(shim_decoder *head) {
  shim_webp_decoder *decoder = (shim_webp_decoder *)head;
  WebPIDelete(decoder->library);
  free(decoder->line);
  free(decoder->frame);
  shim_canvas_free(&decoder->canvas);
  free(decoder->chunk);
  free(decoder);
}

static shim_decoder *create(void) {
  shim_webp_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  if (WebPInitDecoderConfig(&decoder->config)) return &decoder->head;
  free(decoder);
  return NULL;
}

/* A side's samples at the requested scale. */
static int32_t scaled(const shim_decode_request *request, int32_t side) {
  return (int32_t)(((int64_t)side * request->eighths + 7) / 8);
}

static int is_scaled(const shim_decode_request *request) { return request->eighths < 8; }

/* The part of the canvas to decode: all of it at a smaller scale, else the region and its margin, at even
   places. */
static shim_webp_box around(const shim_decode_request *request) {
  if (is_scaled(request)) return (shim_webp_box){0, 0, scaled(request, request->width), scaled(request, request->height)};
  int32_t left = request->x > MARGIN ? (request->x - MARGIN) & ~1 : 0;
  int32_t top = request->y > MARGIN ? (request->y - MARGIN) & ~1 : 0;
  int32_t right = request->x + request->region_width, bottom = request->y + request->region_height;
  right = right < request->width - MARGIN ? right + MARGIN : request->width;
  bottom = bottom < request->height - MARGIN && !request->wants_rest ? bottom + MARGIN : request->height;
  return (shim_webp_box){left, top, right - left, bottom - top};
}

/* The box's part inside the frame, relative to the frame's corner. */
static shim_webp_box inside(const shim_webp_decoder *decoder, shim_webp_box whole, int width, int height) {
  int64_t left = whole.x - decoder->frame_x, top = whole.y - decoder->frame_y;
  int64_t right = left + whole.width, bottom = top + whole.height;
  if (left < 0) left = 0;
  if (top < 0) top = 0;
  if (right > width) right = width;
  if (bottom > height) bottom = height;
  if (right <= left || bottom <= top) return (shim_webp_box){0, 0, 0, 0};
  return (shim_webp_box){(int32_t)left, (int32_t)top, (int32_t)(right - left), (int32_t)(bottom - top)};
}

/* Allocates memory for the picture's chunks and samples, before its first chunk's head. */
static shim_status begin_stream(shim_webp_decoder *decoder) {
  enum { ALIGNED = 64 };
  const shim_decode_request *request = &decoder->head.request;
  int64_t end = shim_input_end(&decoder->head.input);
  if (end < 0) return shim_unread(&decoder->head);
  if (decoder->end < end) end = decoder->end;
  if (end < decoder->place) end = decoder->place;
  decoder->capacity = (size_t)(end - decoder->place) + SHIM_WEBP_HEAD;
  const shim_webp_box whole = around(request);
  const size_t channels = (size_t)shim_channels(request);
  size_t samples = (size_t)whole.width * (size_t)whole.height * channels;
  samples = (samples + ALIGNED - 1) / ALIGNED * ALIGNED;
  decoder->pixels = decoder->head.lender.take(decoder->head.lender.owner, samples + decoder->capacity);
  decoder->line = malloc((size_t)request->region_width * channels);
  if (!decoder->pixels || !decoder->line) return SHIM_NO_MEMORY;
  decoder->stream = decoder->pixels + samples;
  return SHIM_OK;
}

/* Starts libwebp for an output of this size. */
static shim_status open_library(shim_webp_decoder *decoder, int32_t width, int32_t height) {
  const shim_decode_request *request = &decoder->head.request;
  WebPDecBuffer *output = &decoder->config.output;
  decoder->row_bytes = (size_t)width * (size_t)shim_channels(request);
  output->colorspace = request->has_alpha ? MODE_RGBA : MODE_RGB;
  output->is_external_memory = 1;
  output->u.RGBA.rgba = decoder->pixels;
  output->u.RGBA.stride = (int)decoder->row_bytes;
  output->u.RGBA.size = decoder->row_bytes * (size_t)height;
  decoder->library = WebPIDecode(NULL, 0, &decoder->config);
  return decoder->library ? SHIM_OK : SHIM_NO_MEMORY;
}

/* Decodes the whole picture at a smaller scale. It isn't for animations, nor for alpha, which libwebp would mix
   with colours. */
static shim_status begin_scaled(shim_webp_decoder *decoder) {
  if (decoder->is_animated || decoder->head.request.has_alpha) return SHIM_CHANGED;
  decoder->decoded = around(&decoder->head.request);
  decoder->config.options.use_scaling = 1;
  decoder->config.options.scaled_width = decoder->decoded.width;
  decoder->config.options.scaled_height = decoder->decoded.height;
  return open_library(decoder, decoder->decoded.width, decoder->decoded.height);
}

/* Sets the part that libwebp decodes of a picture of this size, and its target. */
static shim_status begin_library(shim_webp_decoder *decoder, int width, int height) {
  const shim_decode_request *request = &decoder->head.request;
  WebPDecoderConfig *config = &decoder->config;
  if (!decoder->is_extended) {
    decoder->canvas_width = width;
    decoder->canvas_height = height;
  }
  if (decoder->canvas_width != request->width || decoder->canvas_height != request->height) return SHIM_CHANGED;
  if (decoder->frame_x + width > request->width || decoder->frame_y + height > request->height ||
      (!decoder->is_animated && (width != request->width || height != request->height))) {
    return shim_webp_damaged(decoder, SHIM_WEBP_DATA);
  }
  if (is_scaled(request)) return begin_scaled(decoder);
  shim_webp_box cut = inside(decoder, around(request), width, height);
  decoder->decoded = (shim_webp_box){(int32_t)decoder->frame_x + cut.x, (int32_t)decoder->frame_y + cut.y, cut.width, cut.height};
  /* If the region misses the frame, one unused pixel is decoded. */
  const int is_empty = cut.width == 0;
  if (is_empty) cut = (shim_webp_box){0, 0, 1, 1};
  config->options.use_cropping = 1;
  config->options.crop_left = cut.x;
  config->options.crop_top = cut.y;
  config->options.crop_width = cut.width;
  config->options.crop_height = cut.height;
  return open_library(decoder, cut.width, cut.height);
}

/* Decodes the bytes received so far. */
static shim_status advance(shim_webp_decoder *decoder) {
  if (!decoder->library) {
    WebPBitstreamFeatures features;
    VP8StatusCode found = WebPGetFeatures(decoder->stream, decoder->streamed, &features);
    if (found == VP8_STATUS_NOT_ENOUGH_DATA) return SHIM_OK;
    if (found != VP8_STATUS_OK) return shim_webp_damaged(decoder, SHIM_WEBP_DATA);
    shim_status status = begin_library(decoder, features.width, features.height);
    if (status != SHIM_OK) return status;
  }
  switch (WebPIUpdate(decoder->library, decoder->stream, decoder->streamed)) {
  case VP8_STATUS_OK: decoder->is_done = 1; return SHIM_OK;
  case VP8_STATUS_SUSPENDED: return SHIM_OK;
  case VP8_STATUS_OUT_OF_MEMORY: return SHIM_NO_MEMORY;
  default: return shim_webp_damaged(decoder, SHIM_WEBP_DATA);
  }
}

/* Clears the rows lost to damage. */
static void clear_rest(shim_webp_decoder *decoder) {
  int left = 0, top = 0, width = 0, height = 0;
  WebPIDecodedArea(decoder->library, &left, &top, &width, &height);
  const int32_t rows = decoder->decoded.height;
  if (height < 0 || height > rows) height = 0;
  memset(decoder->pixels + (size_t)height * decoder->row_bytes, 0, (size_t)(rows - height) * decoder->row_bytes);
}

static shim_status decode(shim_webp_decoder *decoder) {
  while (!decoder->is_done && !decoder->is_broken) {
    if (shim_is_late(&decoder->head)) return SHIM_TIMEOUT;
    int64_t count = shim_webp_more(decoder);
    if (count < 0) return shim_unread(&decoder->head);
    shim_status status = SHIM_OK;
    if (count > 0) {
      status = advance(decoder);
    } else {
      status = decoder->left > 0 || decoder->is_last ? shim_webp_damaged(decoder, SHIM_WEBP_END) : shim_webp_next_chunk(decoder);
    }
    if (status != SHIM_OK) return status;
  }
  if (!decoder->is_done) clear_rest(decoder);
  return SHIM_OK;
}

static shim_status start(shim_decoder *head, shim_decode_layout *layout) {
  shim_webp_decoder *decoder = (shim_webp_decoder *)head;
  const shim_decode_request *request = &head->request;
  if (request->color != SHIM_RGB || request->sample_bytes != 1 || request->eighths < 1 || request->eighths > 8 ||
      !shim_has_region(request, scaled(request, request->width), scaled(request, request->height))) {
    return SHIM_CHANGED;
  }
  uint8_t chunk[SHIM_WEBP_HEAD];
  decoder->place = head->input.range.begin;
  if (request->frames > 0) return shim_canvas_create(&decoder->canvas, head);
  decoder->row = request->y;
  shim_status status = shim_webp_find_picture(decoder, chunk);
  if (status == SHIM_OK) status = begin_stream(decoder);
  if (status == SHIM_OK) status = shim_webp_begin_chunk(decoder, chunk);
  return status == SHIM_OK ? decode(decoder) : status;
}

/* The region's columns of the next row. */
static const uint8_t *next_row(shim_webp_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  const shim_webp_box *decoded = &decoder->decoded;
  const size_t channels = (size_t)shim_channels(request);
  const int32_t y = decoder->row++ - decoded->y;
  const int32_t right = request->x + request->region_width, end = decoded->x + decoded->width;
  const int is_inside = y >= 0 && y < decoded->height;
  const uint8_t *row = decoder->pixels + (is_inside ? (size_t)y * decoder->row_bytes : 0);
  if (is_inside && decoded->x <= request->x && end >= right) {
    return row + (size_t)(request->x - decoded->x) * channels;
  }
  memset(decoder->line, 0, (size_t)request->region_width * channels);
  const int32_t from = decoded->x > request->x ? decoded->x : request->x, to = end < right ? end : right;
  if (is_inside && from < to) {
    memcpy(decoder->line + (size_t)(from - request->x) * channels, row + (size_t)(from - decoded->x) * channels,
           (size_t)(to - from) * channels);
  }
  return decoder->line;
}

static shim_status read_rows(shim_decoder *head, uint8_t *into, size_t row_bytes, size_t plane_bytes, int32_t rows) {
  shim_webp_decoder *decoder = (shim_webp_decoder *)head;
  for (int32_t row = 0; row < rows; row++, into += row_bytes) {
    if (decoder->canvas.pixels) {
      shim_canvas_put(&decoder->canvas, &head->request, into, plane_bytes);
    } else {
      shim_put_columns(&head->request, next_row(decoder), into, plane_bytes);
    }
  }
  return SHIM_OK;
}

/* Reads the rest of the picture's chunks. */
static shim_status finish(shim_webp_decoder *decoder) {
  if (!decoder->library || decoder->is_broken) return SHIM_OK;
  const size_t left = decoder->left;
  int64_t count = shim_webp_take(decoder, NULL, (int64_t)left);
  if (count < 0) return shim_unread(&decoder->head);
  /* The padding byte of the last chunk isn't part of the picture. */
  return (size_t)count + 1 < left ? shim_webp_damaged(decoder, SHIM_WEBP_END) : SHIM_OK;
}

static shim_status drain(shim_decoder *head, int64_t limit) {
  shim_webp_decoder *decoder = (shim_webp_decoder *)head;
  const shim_status status = finish(decoder);
  const shim_status rest = shim_drain_rest(head, decoder->window.bytes, SHIM_WINDOW, limit);
  return rest == SHIM_OK ? status : rest;
}

/* The loaded library's version: its headers have only the ABI's. */
static const char *version(void) {
  static _Thread_local char text[16];
  int number = WebPGetDecoderVersion();
  snprintf(text, sizeof text, "%d.%d.%d", number >> 16 & 255, number >> 8 & 255, number & 255);
  return text;
}

const shim_decoding shim_libwebp = {create, start, read_rows, drain, NULL, destroy, version, damages, 0, NULL, shim_webp_next_frame};
