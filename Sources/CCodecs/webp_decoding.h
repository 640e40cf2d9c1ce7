#ifndef WEBP_DECODING_H
#define WEBP_DECODING_H

#include <webp/decode.h>

#include "decoding.h"

enum {
  /* Bytes that are read at once. */
  SHIM_WEBP_WINDOW = 1 << 16,
  /* Bytes of a chunk before its own. */
  SHIM_WEBP_HEAD = 8,
};

/* Data that doesn't decode, data that ends early. */
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
  shim_webp_box decoded;
  uint8_t *pixels;
  size_t row_bytes;
  /* The region's columns of a row that isn't all decoded. */
  uint8_t *line;
  /* The next row. */
  int32_t row;
  size_t at, filled;
  uint8_t window[SHIM_WEBP_WINDOW];
} shim_webp_decoder;

/* SHIM_OK where the damage is tolerated. */
shim_status shim_webp_damaged(shim_webp_decoder *decoder, int kind);

/* Takes bytes in order, `into` or nowhere: fewer at the end, or -1 where the file can't be read. */
int64_t shim_webp_take(shim_webp_decoder *decoder, uint8_t *into, int64_t wanted);

/* Goes to the picture's first chunk, whose head it leaves there. */
shim_status shim_webp_find_picture(shim_webp_decoder *decoder, uint8_t *head);

/* Puts the head of one of the picture's chunks behind what there is. */
shim_status shim_webp_begin_chunk(shim_webp_decoder *decoder, const uint8_t *head);

/* Goes to the picture's own chunk behind that of its alpha. */
shim_status shim_webp_next_chunk(shim_webp_decoder *decoder);

/* The bytes of the picture's chunks that came; 0 behind the last one, or where the file ends. */
int64_t shim_webp_more(shim_webp_decoder *decoder);

#endif
