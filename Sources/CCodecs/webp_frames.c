#include <stdlib.h>
#include <string.h>

#include "webp_decoding.h"

/* Bytes of a frame's fields (RFC 9649, section 2.7.1.1). */
enum { FIELDS = 16 };

/* A frame's flags. */
enum { DISPOSES = 1, REPLACES = 2 };

/* Makes room in a buffer, whose bytes are lost. */
static int make_room(uint8_t **buffer, size_t *room, size_t bytes) {
  if (*room >= bytes) return 1;
  free(*buffer);
  *buffer = malloc(bytes);
  *room = *buffer ? bytes : 0;
  return *buffer != NULL;
}

/* Reads the chunks of a frame, `length` bytes; fewer at the file's end. */
static shim_status read_chunks(shim_webp_decoder *decoder, int64_t length, size_t *count) {
  const int64_t end = shim_input_end(&decoder->head.input);
  if (end < 0) return shim_unread(&decoder->head);
  const int64_t there = end > decoder->place ? end - decoder->place : 0;
  const int64_t wanted = length < there ? length : there;
  if (!make_room(&decoder->chunk, &decoder->chunk_room, (size_t)wanted + 1)) return SHIM_NO_MEMORY;
  const int64_t taken = shim_webp_take(decoder, decoder->chunk, wanted);
  if (taken < 0) return shim_unread(&decoder->head);
  *count = (size_t)taken;
  if (taken < length) decoder->has_ended = 1;
  return length % 2 == 0 || shim_webp_take(decoder, NULL, 1) >= 0 ? SHIM_OK : shim_unread(&decoder->head);
}

/* The offset of the frame's picture among its chunks; `count` without one. */
static size_t picture_at(const uint8_t *chunks, size_t count) {
  size_t at = 0;
  while (count - at >= SHIM_WEBP_HEAD) {
    const uint8_t *chunk = chunks + at;
    if (memcmp(chunk, "ALPH", 4) == 0 || memcmp(chunk, "VP8 ", 4) == 0 || memcmp(chunk, "VP8L", 4) == 0) return at;
    const int64_t length = shim_webp_number(chunk + 4, 4);
    const int64_t whole = SHIM_WEBP_HEAD + length + (length & 1);
    if (whole > (int64_t)(count - at)) return count;
    at += (size_t)whole;
  }
  return count;
}

/* The decoded rows of the frame; after damage fewer than it has. */
static int decoded_rows(shim_webp_decoder *decoder, const shim_webp_box *box) {
  int left = 0, top = 0, width = 0, height = 0;
  WebPIDecodedArea(decoder->library, &left, &top, &width, &height);
  return height < 0 ? 0 : height > box->height ? box->height : height;
}

/* Decodes a frame's chunks to RGBA; `rows` is the number of rows that damage leaves. */
static shim_status decode(shim_webp_decoder *decoder, const shim_webp_box *box, size_t count, int *rows) {
  const int kind = decoder->has_ended ? SHIM_WEBP_END : SHIM_WEBP_DATA;
  const size_t at = picture_at(decoder->chunk, count);
  WebPBitstreamFeatures features;
  if (at == count || WebPGetFeatures(decoder->chunk + at, count - at, &features) != VP8_STATUS_OK ||
      features.width != box->width || features.height != box->height) {
    return shim_webp_damaged(decoder, kind);
  }
  const size_t bytes = (size_t)box->width * (size_t)box->height * SHIM_PIXEL;
  if (!make_room(&decoder->frame, &decoder->frame_room, bytes)) return SHIM_NO_MEMORY;
  if (!WebPInitDecoderConfig(&decoder->config)) return shim_failure(&decoder->head, SHIM_FAILED, "libwebp doesn't start");
  WebPDecBuffer *output = &decoder->config.output;
  output->colorspace = MODE_RGBA;
  output->is_external_memory = 1;
  output->u.RGBA.rgba = decoder->frame;
  output->u.RGBA.stride = box->width * SHIM_PIXEL;
  output->u.RGBA.size = bytes;
  decoder->library = WebPIDecode(NULL, 0, &decoder->config);
  if (!decoder->library) return SHIM_NO_MEMORY;
  const VP8StatusCode code = WebPIUpdate(decoder->library, decoder->chunk + at, count - at);
  *rows = code == VP8_STATUS_OK ? box->height : decoded_rows(decoder, box);
  if (code == VP8_STATUS_OK) return SHIM_OK;
  if (code == VP8_STATUS_OUT_OF_MEMORY) return SHIM_NO_MEMORY;
  return shim_webp_damaged(decoder, code == VP8_STATUS_SUSPENDED ? SHIM_WEBP_END : SHIM_WEBP_DATA);
}

static void draw(shim_webp_decoder *decoder, const shim_webp_box *box, int rows, int replaces) {
  const size_t count = (size_t)box->width * SHIM_PIXEL;
  for (int32_t y = 0; y < rows; y++) {
    const uint8_t *from = decoder->frame + (size_t)y * count;
    uint8_t *into = shim_canvas_pixel(&decoder->canvas, box->x, box->y + y);
    if (replaces) {
      memcpy(into, from, count);
      continue;
    }
    for (int32_t x = 0; x < box->width; x++, from += SHIM_PIXEL, into += SHIM_PIXEL) shim_canvas_blend(from, into);
  }
}

/* Clears the part of the last frame if its flag says so. */
static void clear(shim_webp_decoder *decoder) {
  const uint8_t nothing[SHIM_PIXEL] = {0, 0, 0, 0};
  shim_canvas_fill(&decoder->canvas, decoder->cleared, nothing);
  decoder->cleared = (shim_part){0, 0, 0, 0};
}

/* Composes a frame whose fields are read, with `length` bytes of chunks behind them. */
static shim_status compose(shim_webp_decoder *decoder, const uint8_t *fields, int64_t length) {
  const shim_decode_request *request = &decoder->head.request;
  if (!decoder->is_extended || decoder->canvas_width != request->width || decoder->canvas_height != request->height) {
    return SHIM_CHANGED;
  }
  const int64_t x = shim_webp_number(fields, 3) * 2, y = shim_webp_number(fields + 3, 3) * 2;
  const int64_t width = shim_webp_number(fields + 6, 3) + 1, height = shim_webp_number(fields + 9, 3) + 1;
  const shim_webp_box box = {(int32_t)x, (int32_t)y, (int32_t)width, (int32_t)height};
  size_t count = 0;
  shim_status status = read_chunks(decoder, length, &count);
  if (status != SHIM_OK) return status;
  if (x + width > request->width || y + height > request->height) return shim_webp_damaged(decoder, SHIM_WEBP_DATA);
  int rows = 0;
  status = decode(decoder, &box, count, &rows);
  WebPIDelete(decoder->library);
  decoder->library = NULL;
  if (status != SHIM_OK) return status;
  draw(decoder, &box, rows, (fields[15] & REPLACES) != 0);
  if (fields[15] & DISPOSES) decoder->cleared = (shim_part){box.x, box.y, box.x + box.width, box.y + box.height};
  return SHIM_OK;
}

shim_status shim_webp_next_frame(shim_decoder *head, int32_t *duration) {
  shim_webp_decoder *decoder = (shim_webp_decoder *)head;
  decoder->canvas.row = head->request.y;
  if (decoder->frames++ >= head->request.frames) return shim_failure(head, SHIM_FAILED, "it has no more frames");
  if (decoder->has_ended) return SHIM_OK;
  clear(decoder);
  decoder->is_broken = 0;
  uint8_t fields[FIELDS];
  int64_t length = 0;
  shim_status status = shim_webp_find_frame(decoder, &length);
  if (status == SHIM_OK && !decoder->is_broken && length < FIELDS) status = shim_webp_damaged(decoder, SHIM_WEBP_DATA);
  if (status == SHIM_OK && !decoder->is_broken) status = shim_webp_take_all(decoder, fields, FIELDS);
  if (status != SHIM_OK || decoder->is_broken) {
    decoder->has_ended = 1;
    return status;
  }
  *duration = (int32_t)shim_webp_number(fields + 12, 3);
  return compose(decoder, fields, length - FIELDS);
}
