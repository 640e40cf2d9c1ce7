#include <string.h>

#include "webp_decoding.h"

enum {
  /* Bytes given to libwebp at a time: at each call it repeats some work. */
  PIECE = 1 << 19,
  ANIMATION_FLAG = 2,
};

shim_status shim_webp_damaged(shim_webp_decoder *decoder, int kind) {
  decoder->is_broken = 1;
  shim_failure(&decoder->head, SHIM_CORRUPT,
               kind == SHIM_WEBP_END ? "the file ends too early" : "its data is none of WebP");
  return shim_tolerates(&decoder->head, kind) && (decoder->library || decoder->frames > 1) ? SHIM_OK : SHIM_CORRUPT;
}

int64_t shim_webp_take(shim_webp_decoder *decoder, uint8_t *into, int64_t wanted) {
  const int64_t done = shim_take(&decoder->head.input, &decoder->window, into, wanted);
  if (done > 0) decoder->place += done;
  return done;
}

shim_status shim_webp_take_all(shim_webp_decoder *decoder, uint8_t *into, int64_t wanted) {
  int64_t count = shim_webp_take(decoder, into, wanted);
  if (count == wanted) return SHIM_OK;
  if (count >= 0) return shim_webp_damaged(decoder, SHIM_WEBP_END);
  return shim_unread(&decoder->head);
}

int64_t shim_webp_number(const uint8_t *bytes, int count) {
  int64_t value = 0;
  while (count-- > 0) value = value << 8 | bytes[count];
  return value;
}

static int is(const uint8_t *head, const char *type) { return memcmp(head, type, 4) == 0; }

static int64_t padded(int64_t length) { return length + (length & 1); }

/* Reads a chunk beside the picture, of `length` bytes, and goes to the next one. */
static shim_status read_chunk(shim_webp_decoder *decoder, const uint8_t *head, int64_t length) {
  enum { CANVAS = 10, FRAME = 16 };
  uint8_t fields[FRAME];
  const int is_canvas = is(head, "VP8X") && length >= CANVAS;
  const int is_frame = is(head, "ANMF") && decoder->is_animated && length >= FRAME;
  const int64_t known = is_canvas ? CANVAS : is_frame ? FRAME : 0;
  shim_status status = shim_webp_take_all(decoder, fields, known);
  if (status != SHIM_OK) return status;
  if (is_canvas) {
    decoder->is_extended = 1;
    decoder->is_animated = (fields[0] & ANIMATION_FLAG) != 0;
    decoder->canvas_width = shim_webp_number(fields + 4, 3) + 1;
    decoder->canvas_height = shim_webp_number(fields + 7, 3) + 1;
  }
  if (is_frame) {
    decoder->frame_x = shim_webp_number(fields, 3) * 2;
    decoder->frame_y = shim_webp_number(fields + 3, 3) * 2;
    if (decoder->place + length - FRAME < decoder->end) decoder->end = decoder->place + length - FRAME;
    return SHIM_OK;
  }
  return shim_webp_take_all(decoder, NULL, padded(length) - known);
}

/* Reads the head of the file. */
static shim_status begin_file(shim_webp_decoder *decoder) {
  uint8_t riff[12];
  const shim_status status = shim_webp_take_all(decoder, riff, sizeof riff);
  if (status != SHIM_OK) return status;
  decoder->end = decoder->head.input.range.begin + SHIM_WEBP_HEAD + shim_webp_number(riff + 4, 4);
  return SHIM_OK;
}

shim_status shim_webp_find_frame(shim_webp_decoder *decoder, int64_t *length) {
  uint8_t chunk[SHIM_WEBP_HEAD];
  shim_status status = decoder->end == 0 ? begin_file(decoder) : SHIM_OK;
  while (status == SHIM_OK && decoder->place < decoder->end) {
    if (shim_is_late(&decoder->head)) return SHIM_TIMEOUT;
    status = shim_webp_take_all(decoder, chunk, sizeof chunk);
    if (status != SHIM_OK || decoder->is_broken) return status;
    *length = shim_webp_number(chunk + 4, 4);
    if (is(chunk, "ANMF") && decoder->is_animated) return SHIM_OK;
    status = read_chunk(decoder, chunk, *length);
    if (decoder->is_broken) return status;
  }
  return status == SHIM_OK ? shim_webp_damaged(decoder, SHIM_WEBP_DATA) : status;
}

shim_status shim_webp_find_picture(shim_webp_decoder *decoder, uint8_t *head) {
  shim_status status = begin_file(decoder);
  if (status != SHIM_OK) return status;
  int is_inside = 0;
  while (decoder->place < decoder->end) {
    if (shim_is_late(&decoder->head)) return SHIM_TIMEOUT;
    status = shim_webp_take_all(decoder, head, SHIM_WEBP_HEAD);
    if (status != SHIM_OK) return status;
    int is_picture = is(head, "ALPH") || is(head, "VP8 ") || is(head, "VP8L");
    if (is_picture && (is_inside || !decoder->is_animated)) return SHIM_OK;
    is_inside = is_inside || (is(head, "ANMF") && decoder->is_animated);
    status = read_chunk(decoder, head, shim_webp_number(head + 4, 4));
    if (status != SHIM_OK) return status;
  }
  return shim_webp_damaged(decoder, SHIM_WEBP_DATA);
}

shim_status shim_webp_begin_chunk(shim_webp_decoder *decoder, const uint8_t *head) {
  if (decoder->capacity - decoder->streamed < SHIM_WEBP_HEAD) return shim_webp_damaged(decoder, SHIM_WEBP_END);
  memcpy(decoder->stream + decoder->streamed, head, SHIM_WEBP_HEAD);
  decoder->streamed += SHIM_WEBP_HEAD;
  decoder->left = (size_t)padded(shim_webp_number(head + 4, 4));
  decoder->is_last = !is(head, "ALPH");
  return SHIM_OK;
}

shim_status shim_webp_next_chunk(shim_webp_decoder *decoder) {
  uint8_t head[SHIM_WEBP_HEAD];
  while (decoder->place < decoder->end) {
    shim_status status = shim_webp_take_all(decoder, head, sizeof head);
    if (status != SHIM_OK) return status;
    if (is(head, "VP8 ") || is(head, "VP8L")) return shim_webp_begin_chunk(decoder, head);
    status = shim_webp_take_all(decoder, NULL, padded(shim_webp_number(head + 4, 4)));
    if (status != SHIM_OK) return status;
  }
  return shim_webp_damaged(decoder, SHIM_WEBP_DATA);
}

int64_t shim_webp_more(shim_webp_decoder *decoder) {
  size_t count = decoder->left < PIECE ? decoder->left : PIECE;
  if (count > decoder->capacity - decoder->streamed) count = decoder->capacity - decoder->streamed;
  int64_t taken = shim_webp_take(decoder, decoder->stream + decoder->streamed, (int64_t)count);
  if (taken <= 0) return taken;
  decoder->streamed += (size_t)taken;
  decoder->left -= (size_t)taken;
  return taken;
}
