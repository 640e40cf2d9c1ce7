#ifndef WEBP_DECODING_H
#define WEBP_DECODING_H

#include <webp/decode.h>

#include "canvas.h"

/* Bytes of a chunk's head. */
enum { SHIM_WEBP_HEAD = 8 };

/* Data that doesn't decode; data that ends early. */
enum { SHIM_WEBP_DATA, SHIM_WEBP_END };

/* A part of the decoded canvas. */
typedef struct {
  int32_t x, y, width, height;
} shim_webp_box;

typedef struct {
  shim_decoder head;
  WebPDecoderConfig config;
  WebPIDecoder *library;
  /* The canvas of an extended file, and the first frame's place on it. */
  int64_t canvas_width, canvas_height, frame_x, frame_y;
  int is_extended, is_animated;
  /* The end of the chunks to read, and the offset of the next byte. */
  int64_t end, place;
  /* The picture's chunks, ALPH and VP8 or VP8L: their bytes, the room, and the number so far. */
  uint8_t *stream;
  size_t capacity, streamed;
  /* The current chunk's remaining bytes. */
  size_t left;
  /* True if the current chunk is the picture's last one. */
  int is_last;
  int is_done, is_broken;
  /* The decoded box and its rows, interleaved. */
  shim_webp_box decoded;
  uint8_t *pixels;
  size_t row_bytes;
  /* The region's columns of a row that isn't decoded completely. */
  uint8_t *line;
  /* The next row. */
  int32_t row;
  /* Animations: the canvas, RGBA of a frame, and a frame's chunk; the room for them. */
  shim_canvas canvas;
  uint8_t *frame, *chunk;
  size_t frame_room, chunk_room;
  /* The number of frames composed, and the part of the canvas to clear before the next one. */
  int32_t frames;
  shim_part cleared;
  /* The file ended early. */
  int has_ended;
  shim_window window;
} shim_webp_decoder;

/* SHIM_OK if the damage is tolerated. */
shim_status shim_webp_damaged(shim_webp_decoder *decoder, int kind);

/* Takes bytes in order into `into`, or skips them; fewer at the end, -1 on a read error. */
int64_t shim_webp_take(shim_webp_decoder *decoder, uint8_t *into, int64_t wanted);

/* Moves to the picture's first chunk and puts its head into `head`. */
shim_status shim_webp_find_picture(shim_webp_decoder *decoder, uint8_t *head);

/* Appends the head of one of the picture's chunks to the stream. */
shim_status shim_webp_begin_chunk(shim_webp_decoder *decoder, const uint8_t *head);

/* Moves from the alpha chunk to the picture's own chunk. */
shim_status shim_webp_next_chunk(shim_webp_decoder *decoder);

/* The bytes received of the picture's chunks; 0 after the last one, or at the file's end. */
int64_t shim_webp_more(shim_webp_decoder *decoder);

/* Composes the next frame of an animation. */
shim_status shim_webp_next_frame(shim_decoder *head, int32_t *duration);

/* Moves to the payload of the next frame's chunk, `length` bytes long. The frame before it was read completely. */
shim_status shim_webp_find_frame(shim_webp_decoder *decoder, int64_t *length);

/* Takes all wanted bytes, or reports why there are fewer. */
shim_status shim_webp_take_all(shim_webp_decoder *decoder, uint8_t *into, int64_t wanted);

/* A little-endian number. */
int64_t shim_webp_number(const uint8_t *bytes, int count);

#endif
