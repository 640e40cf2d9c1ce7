#ifndef PNG_FRAMES_H
#define PNG_FRAMES_H

#include "canvas.h"
#include "png_decoding.h"

/*
 * Animations (PNG, third edition, sections 4.10, 11.3.6 and 13.16). Each frame is decoded as a PNG of its own, whose
 * chunks are made of the file's: a header of the frame's size, the palette, and the frame's data as IDAT.
 */

enum {
  SHIM_PNG_SIGNATURE = 8,
  SHIM_PNG_HEADER = 13,
  SHIM_PNG_CONTROL = 26,
  /* The signature, the header, the palette and its alpha, and the head of an IDAT chunk. */
  SHIM_PNG_MOST_HEAD = SHIM_PNG_SIGNATURE + 3 * SHIM_PNG_LAST_CHUNK + SHIM_PNG_HEADER + 4 * 256 + SHIM_PNG_CHUNK_HEAD,
};

/* What happens to a frame before the next one; how a frame is drawn. */
enum { SHIM_PNG_STAYS, SHIM_PNG_IS_CLEARED, SHIM_PNG_IS_TAKEN_BACK, SHIM_PNG_DISPOSALS };
enum { SHIM_PNG_REPLACES, SHIM_PNG_LIES_OVER, SHIM_PNG_BLENDINGS };

/* The control chunk of a frame. */
typedef struct {
  shim_part part;
  /* The time in seconds. */
  uint32_t delay, delay_unit;
  int disposal, blending;
  /* False if the chunk is damaged, or comes out of order. */
  int is_sound;
} png_control;

struct png_frames {
  shim_canvas canvas;
  /* The number of frames composed, and the number that the file says. */
  int32_t count;
  uint32_t said;
  /* The number that the next chunk of a frame must have. */
  uint32_t sequence;
  /* The frames' times so far: as the file says, in microseconds, and as given, in milliseconds. */
  int64_t microseconds, milliseconds;
  /* The control of the next frame, if it is read already. */
  png_control next;
  int has_next;
  /* The last frame's part, and what happens to it. */
  shim_part part;
  int disposal;
  /* The file has no more frames. */
  int has_ended;
  /* The file's current chunk: its name, the bytes that are not read, and the CRC of those that are. */
  int is_in_chunk;
  uint8_t name[4];
  uint32_t left, checksum;
  /* The decoder of the current frame; NULL between frames. */
  png_decoder *frame;
  /* The chunk that has a frame's data: IDAT or fdAT. */
  const char *data_name;
  /* The current chunk's data becomes that of an IDAT chunk, which has this CRC so far. */
  int is_data;
  uint32_t data_checksum;
  /* The data doesn't come in order; its end was given to the frame's decoder. */
  int is_disordered, is_over;
  /* The chunks before a frame's data. */
  uint8_t head[SHIM_PNG_MOST_HEAD];
  size_t head_bytes;
  /* Bytes to give before more of the file is read, and room for some. */
  const uint8_t *given;
  size_t given_bytes;
  uint8_t piece[SHIM_PNG_LAST_CHUNK];
  /* All rows of an interlaced frame. */
  uint8_t *whole;
};

/* A number of four bytes; 11.3.6.2 and 7.1. */
uint32_t shim_png_number(const uint8_t *bytes);
void shim_png_put_number(uint8_t *into, uint32_t value);

/* Puts length, name and CRC of a chunk around its data, which lies at its place. Returns the chunk's length. */
size_t shim_png_put_chunk(uint8_t *chunk, const char *name, size_t count);

/* Takes the next frame's control from the data of its chunk. */
void shim_png_set_control(png_frames *frames, const uint8_t data[SHIM_PNG_CONTROL]);

/* Moves to the next frame's control; 0 if there is none. It may leave by longjmp to the file's `step`. */
int shim_png_find_control(png_decoder *file);

/* Sets the bytes that come before more of the file's. */
void shim_png_give(png_frames *frames, const uint8_t *bytes, size_t count);

/*
 * Gives bytes of the current frame's PNG; fewer than wanted at the file's end. `file` is the decoder of the file. A read
 * error and the deadline leave by longjmp to the file's `step`, out of the libpng of the frame. That one is destroyed
 * afterwards, as after an error of its own.
 */
size_t shim_png_feed(void *file, uint8_t *into, size_t size);

#endif
