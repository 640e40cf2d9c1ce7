#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>

#include "decoding.h"

enum {
  SOURCE_BUFFER = 1 << 16,
  /* Bytes that libwebp gets at a time: each time it does the last ones before again. */
  PIECE = 1 << 19,
  CHUNK_HEAD = 8,
  /* Of a region, what libwebp reckons its edges' colours from. */
  MARGIN = 2,
  ANIMATION_FLAG = 2,
};

/* Data that doesn't decode, data that ends early. */
enum { DATA, END };

static const shim_damage damages[] = {
  [DATA] = {"webp_data", SHIM_FAIL_ON_ERROR, NULL},
  [END] = {"webp_end", SHIM_FAIL_ON_TRUNCATED, NULL},
  {0},
};

/* A part of the decoded canvas. */
typedef struct {
  int32_t x, y, width, height;
} box;

typedef struct {
  shim_decoder head;
  WebPDecoderConfig config;
  WebPIDecoder *library;
  /* The canvas of an extended file, and the first frame's place on it. */
  int64_t canvas_width, canvas_height, frame_x, frame_y;
  int is_extended, is_animated;
  /* Where the chunks that are looked through end in the file, and where the next byte that is taken lies. */
  int64_t end, place;
  /* The picture's chunks, ALPH and VP8 or VP8L: their bytes, and how many there are so far. */
  uint8_t *stream;
  size_t capacity, streamed;
  /* Bytes of the chunk under way that are to come. */
  size_t left;
  /* The chunk under way is the last one of the picture. */
  int is_last;
  int is_done, is_broken;
  /* What is decoded: its rows, interleaved. */
  box decoded;
  uint8_t *pixels;
  size_t row_bytes;
  /* The region's columns of a row that isn't all decoded. */
  uint8_t *line;
  /* The next row. */
  int32_t row;
  size_t at, filled;
  uint8_t window[SOURCE_BUFFER];
} webp_decoder;

static void destroy(shim_decoder *head) {
  webp_decoder *decoder = (webp_decoder *)head;
  WebPIDelete(decoder->library);
  free(decoder->line);
  free(decoder);
}

static shim_decoder *create(void) {
  webp_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  if (WebPInitDecoderConfig(&decoder->config)) return &decoder->head;
  free(decoder);
  return NULL;
}

/* SHIM_OK where the damage is tolerated. */
static shim_status damaged(webp_decoder *decoder, int kind) {
  decoder->is_broken = 1;
  shim_failure(&decoder->head, SHIM_CORRUPT,
               kind == END ? "the file ends too early" : "its data is none of WebP");
  return shim_tolerates(&decoder->head, kind) && decoder->library ? SHIM_OK : SHIM_CORRUPT;
}

/* Takes bytes in order, `into` or nowhere: fewer at the end, or -1 where the file can't be read. */
static int64_t take(webp_decoder *decoder, uint8_t *into, int64_t wanted) {
  int64_t done = 0;
  while (done < wanted) {
    if (decoder->at == decoder->filled) {
      ssize_t count = shim_input_fill(&decoder->head.input, decoder->window, SOURCE_BUFFER);
      if (count < 0) return -1;
      if (count == 0) break;
      decoder->at = 0;
      decoder->filled = (size_t)count;
    }
    int64_t count = (int64_t)(decoder->filled - decoder->at);
    if (count > wanted - done) count = wanted - done;
    if (into) memcpy(into + done, decoder->window + decoder->at, (size_t)count);
    decoder->at += (size_t)count;
    done += count;
  }
  decoder->place += done;
  return done;
}

/* Takes all of what is wanted, or says why there is less. */
static shim_status take_all(webp_decoder *decoder, uint8_t *into, int64_t wanted) {
  int64_t count = take(decoder, into, wanted);
  if (count == wanted) return SHIM_OK;
  if (count >= 0) return damaged(decoder, END);
  return shim_failure(&decoder->head, SHIM_READ_ERROR, strerror(decoder->head.input.read_errno));
}

static int64_t number(const uint8_t *bytes, int count) {
  int64_t value = 0;
  while (count-- > 0) value = value << 8 | bytes[count];
  return value;
}

static int is(const uint8_t *head, const char *type) { return memcmp(head, type, 4) == 0; }

static int64_t padded(int64_t length) { return length + (length & 1); }

/* Reads what a chunk says that isn't of the picture, whose `length` bytes follow, and goes to the next one. */
static shim_status read_chunk(webp_decoder *decoder, const uint8_t *head, int64_t length) {
  enum { CANVAS = 10, FRAME = 16 };
  uint8_t fields[FRAME];
  const int is_canvas = is(head, "VP8X") && length >= CANVAS;
  const int is_frame = is(head, "ANMF") && decoder->is_animated && length >= FRAME;
  const int64_t known = is_canvas ? CANVAS : is_frame ? FRAME : 0;
  shim_status status = take_all(decoder, fields, known);
  if (status != SHIM_OK) return status;
  if (is_canvas) {
    decoder->is_extended = 1;
    decoder->is_animated = (fields[0] & ANIMATION_FLAG) != 0;
    decoder->canvas_width = number(fields + 4, 3) + 1;
    decoder->canvas_height = number(fields + 7, 3) + 1;
  }
  if (is_frame) {
    decoder->frame_x = number(fields, 3) * 2;
    decoder->frame_y = number(fields + 3, 3) * 2;
    if (decoder->place + length - FRAME < decoder->end) decoder->end = decoder->place + length - FRAME;
    return SHIM_OK;
  }
  return take_all(decoder, NULL, padded(length) - known);
}

/* Goes to the picture's first chunk, whose head it leaves there. */
static shim_status find_picture(webp_decoder *decoder, uint8_t *head) {
  uint8_t riff[12];
  shim_status status = take_all(decoder, riff, sizeof riff);
  if (status != SHIM_OK) return status;
  decoder->end = decoder->head.input.range.begin + CHUNK_HEAD + number(riff + 4, 4);
  int is_inside = 0;
  while (decoder->place < decoder->end) {
    if (shim_is_late(&decoder->head)) return SHIM_TIMEOUT;
    status = take_all(decoder, head, CHUNK_HEAD);
    if (status != SHIM_OK) return status;
    int is_picture = is(head, "ALPH") || is(head, "VP8 ") || is(head, "VP8L");
    if (is_picture && (is_inside || !decoder->is_animated)) return SHIM_OK;
    is_inside = is_inside || (is(head, "ANMF") && decoder->is_animated);
    status = read_chunk(decoder, head, number(head + 4, 4));
    if (status != SHIM_OK) return status;
  }
  return damaged(decoder, DATA);
}

/* The samples of a side at the scale that is wanted. */
static int32_t scaled(const shim_decode_request *request, int32_t side) {
  return (int32_t)(((int64_t)side * request->eighths + 7) / 8);
}

static int is_scaled(const shim_decode_request *request) { return request->eighths < 8; }

/* What is decoded of a canvas: a smaller one whole; else the region with what its edges need, in even places. */
static box around(const shim_decode_request *request) {
  if (is_scaled(request)) return (box){0, 0, scaled(request, request->width), scaled(request, request->height)};
  int32_t left = request->x > MARGIN ? (request->x - MARGIN) & ~1 : 0;
  int32_t top = request->y > MARGIN ? (request->y - MARGIN) & ~1 : 0;
  int32_t right = request->x + request->region_width, bottom = request->y + request->region_height;
  right = right < request->width - MARGIN ? right + MARGIN : request->width;
  bottom = bottom < request->height - MARGIN && !request->wants_rest ? bottom + MARGIN : request->height;
  return (box){left, top, right - left, bottom - top};
}

/* What of the box lies in the frame, from the frame's corner. */
static box inside(const webp_decoder *decoder, box whole, int width, int height) {
  int64_t left = whole.x - decoder->frame_x, top = whole.y - decoder->frame_y;
  int64_t right = left + whole.width, bottom = top + whole.height;
  if (left < 0) left = 0;
  if (top < 0) top = 0;
  if (right > width) right = width;
  if (bottom > height) bottom = height;
  if (right <= left || bottom <= top) return (box){0, 0, 0, 0};
  return (box){(int32_t)left, (int32_t)top, (int32_t)(right - left), (int32_t)(bottom - top)};
}

/* Gets memory for the picture's chunks and its samples, before its first chunk's head is put there. */
static shim_status begin_stream(webp_decoder *decoder) {
  enum { ALIGNED = 64 };
  const shim_decode_request *request = &decoder->head.request;
  int64_t end = shim_input_end(&decoder->head.input);
  if (end < 0) return shim_failure(&decoder->head, SHIM_READ_ERROR, strerror(decoder->head.input.read_errno));
  if (decoder->end < end) end = decoder->end;
  if (end < decoder->place) end = decoder->place;
  decoder->capacity = (size_t)(end - decoder->place) + CHUNK_HEAD;
  const box whole = around(request);
  const size_t channels = (size_t)shim_channels(request);
  size_t samples = (size_t)whole.width * (size_t)whole.height * channels;
  samples = (samples + ALIGNED - 1) / ALIGNED * ALIGNED;
  decoder->pixels = decoder->head.lender.take(decoder->head.lender.owner, samples + decoder->capacity);
  decoder->line = malloc((size_t)request->region_width * channels);
  if (!decoder->pixels || !decoder->line) return SHIM_NO_MEMORY;
  decoder->stream = decoder->pixels + samples;
  return SHIM_OK;
}

/* Puts the head of one of the picture's chunks behind what there is. */
static shim_status begin_chunk(webp_decoder *decoder, const uint8_t *head) {
  if (decoder->capacity - decoder->streamed < CHUNK_HEAD) return damaged(decoder, END);
  memcpy(decoder->stream + decoder->streamed, head, CHUNK_HEAD);
  decoder->streamed += CHUNK_HEAD;
  decoder->left = (size_t)padded(number(head + 4, 4));
  decoder->is_last = !is(head, "ALPH");
  return SHIM_OK;
}

/* Goes to the picture's own chunk behind that of its alpha. */
static shim_status next_chunk(webp_decoder *decoder) {
  uint8_t head[CHUNK_HEAD];
  while (decoder->place < decoder->end) {
    shim_status status = take_all(decoder, head, sizeof head);
    if (status != SHIM_OK) return status;
    if (is(head, "VP8 ") || is(head, "VP8L")) return begin_chunk(decoder, head);
    status = take_all(decoder, NULL, padded(number(head + 4, 4)));
    if (status != SHIM_OK) return status;
  }
  return damaged(decoder, DATA);
}

/* The bytes of the picture's chunks that came; 0 behind the last one, or where the file ends. */
static int64_t more(webp_decoder *decoder) {
  size_t count = decoder->left < PIECE ? decoder->left : PIECE;
  if (count > decoder->capacity - decoder->streamed) count = decoder->capacity - decoder->streamed;
  int64_t taken = take(decoder, decoder->stream + decoder->streamed, (int64_t)count);
  if (taken <= 0) return taken;
  decoder->streamed += (size_t)taken;
  decoder->left -= (size_t)taken;
  return taken;
}

/* Has libwebp decode to so many samples. */
static shim_status open_library(webp_decoder *decoder, int32_t width, int32_t height) {
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

/* The whole picture, made smaller; not of an animation, nor with alpha, which libwebp would mix. */
static shim_status begin_scaled(webp_decoder *decoder) {
  if (decoder->is_animated || decoder->head.request.has_alpha) return SHIM_CHANGED;
  decoder->decoded = around(&decoder->head.request);
  decoder->config.options.use_scaling = 1;
  decoder->config.options.scaled_width = decoder->decoded.width;
  decoder->config.options.scaled_height = decoder->decoded.height;
  return open_library(decoder, decoder->decoded.width, decoder->decoded.height);
}

/* Tells libwebp what to decode of a picture of this size, and where to. */
static shim_status begin_library(webp_decoder *decoder, int width, int height) {
  const shim_decode_request *request = &decoder->head.request;
  WebPDecoderConfig *config = &decoder->config;
  if (!decoder->is_extended) {
    decoder->canvas_width = width;
    decoder->canvas_height = height;
  }
  if (decoder->canvas_width != request->width || decoder->canvas_height != request->height) return SHIM_CHANGED;
  if (decoder->frame_x + width > request->width || decoder->frame_y + height > request->height ||
      (!decoder->is_animated && (width != request->width || height != request->height))) {
    return damaged(decoder, DATA);
  }
  if (is_scaled(request)) return begin_scaled(decoder);
  box cut = inside(decoder, around(request), width, height);
  decoder->decoded = (box){(int32_t)decoder->frame_x + cut.x, (int32_t)decoder->frame_y + cut.y, cut.width, cut.height};
  /* Of a frame that the region doesn't touch one pixel is decoded, which nobody sees. */
  const int is_empty = cut.width == 0;
  if (is_empty) cut = (box){0, 0, 1, 1};
  config->options.use_cropping = 1;
  config->options.crop_left = cut.x;
  config->options.crop_top = cut.y;
  config->options.crop_width = cut.width;
  config->options.crop_height = cut.height;
  return open_library(decoder, cut.width, cut.height);
}

/* Decodes as far as the bytes go that have come. */
static shim_status advance(webp_decoder *decoder) {
  if (!decoder->library) {
    WebPBitstreamFeatures features;
    VP8StatusCode found = WebPGetFeatures(decoder->stream, decoder->streamed, &features);
    if (found == VP8_STATUS_NOT_ENOUGH_DATA) return SHIM_OK;
    if (found != VP8_STATUS_OK) return damaged(decoder, DATA);
    shim_status status = begin_library(decoder, features.width, features.height);
    if (status != SHIM_OK) return status;
  }
  switch (WebPIUpdate(decoder->library, decoder->stream, decoder->streamed)) {
  case VP8_STATUS_OK: decoder->is_done = 1; return SHIM_OK;
  case VP8_STATUS_SUSPENDED: return SHIM_OK;
  case VP8_STATUS_OUT_OF_MEMORY: return SHIM_NO_MEMORY;
  default: return damaged(decoder, DATA);
  }
}

/* Makes the rows 0 that damage has left out. */
static void clear_rest(webp_decoder *decoder) {
  int left = 0, top = 0, width = 0, height = 0;
  WebPIDecodedArea(decoder->library, &left, &top, &width, &height);
  const int32_t rows = decoder->decoded.height;
  if (height < 0 || height > rows) height = 0;
  memset(decoder->pixels + (size_t)height * decoder->row_bytes, 0, (size_t)(rows - height) * decoder->row_bytes);
}

static shim_status decode(webp_decoder *decoder) {
  while (!decoder->is_done && !decoder->is_broken) {
    if (shim_is_late(&decoder->head)) return SHIM_TIMEOUT;
    int64_t count = more(decoder);
    if (count < 0) return shim_failure(&decoder->head, SHIM_READ_ERROR, strerror(decoder->head.input.read_errno));
    shim_status status = SHIM_OK;
    if (count > 0) {
      status = advance(decoder);
    } else {
      status = decoder->left > 0 || decoder->is_last ? damaged(decoder, END) : next_chunk(decoder);
    }
    if (status != SHIM_OK) return status;
  }
  if (!decoder->is_done) clear_rest(decoder);
  return SHIM_OK;
}

static shim_status start(shim_decoder *head, shim_decode_layout *layout) {
  webp_decoder *decoder = (webp_decoder *)head;
  const shim_decode_request *request = &head->request;
  layout->first_column = request->x;
  layout->row_width = request->region_width;
  if (request->color != SHIM_RGB || request->sample_bytes != 1 || request->eighths < 1 || request->eighths > 8 ||
      !shim_has_region(request, scaled(request, request->width), scaled(request, request->height))) {
    return SHIM_CHANGED;
  }
  uint8_t chunk[CHUNK_HEAD];
  decoder->place = head->input.range.begin;
  decoder->row = request->y;
  shim_status status = find_picture(decoder, chunk);
  if (status == SHIM_OK) status = begin_stream(decoder);
  if (status == SHIM_OK) status = begin_chunk(decoder, chunk);
  return status == SHIM_OK ? decode(decoder) : status;
}

/* The region's columns of the next row. */
static const uint8_t *next_row(webp_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  const box *decoded = &decoder->decoded;
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
  webp_decoder *decoder = (webp_decoder *)head;
  for (int32_t row = 0; row < rows; row++, into += row_bytes) {
    shim_put_columns(&head->request, next_row(decoder), into, plane_bytes);
  }
  return SHIM_OK;
}

/* Goes over what is left of the picture's chunks. */
static shim_status finish(webp_decoder *decoder) {
  if (!decoder->library || decoder->is_broken) return SHIM_OK;
  const size_t left = decoder->left;
  int64_t count = take(decoder, NULL, (int64_t)left);
  if (count < 0) return shim_failure(&decoder->head, SHIM_READ_ERROR, strerror(decoder->head.input.read_errno));
  /* The byte that pads the last chunk is none of the picture. */
  return (size_t)count + 1 < left ? damaged(decoder, END) : SHIM_OK;
}

static shim_status drain(shim_decoder *head, int64_t limit) {
  webp_decoder *decoder = (webp_decoder *)head;
  const shim_status status = finish(decoder);
  const shim_status rest = shim_drain_rest(head, decoder->window, SOURCE_BUFFER, limit);
  return rest == SHIM_OK ? status : rest;
}

/* The loaded library's: its headers name that of the ABI alone. */
static const char *version(void) {
  static _Thread_local char text[16];
  int number = WebPGetDecoderVersion();
  snprintf(text, sizeof text, "%d.%d.%d", number >> 16 & 255, number >> 8 & 255, number & 255);
  return text;
}

const shim_decoding shim_libwebp = {create, start, read_rows, drain, NULL, destroy, version, damages, 0};
