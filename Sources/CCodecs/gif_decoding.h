#ifndef GIF_DECODING_H
#define GIF_DECODING_H

#include <gif_lib.h>

#include "canvas.h"

enum { SHIM_GIF_COLORS = 256 };

typedef struct {
  shim_decoder head;
  GifFileType *gif;
  /* The file ended before giflib had all the bytes it asked for. */
  int has_ended;
  /* A frame's data: has begun, can't be decoded further, is complete. */
  int has_begun, is_broken, is_done;
  /* The last byte given to giflib. */
  uint8_t last;
  /* The index of the transparent colour, -1 without one; the disposal, and the time in hundredths of a second. */
  int transparent, disposal, delay;
  /* The next row of the screen, and of the frame. */
  int32_t row, frame_row;
  /* RGBA of each index. */
  uint8_t colors[SHIM_GIF_COLORS][4];
  /* The indices of one row of the screen, or of the whole frame if it is interlaced. */
  GifPixelType *line, *whole;
  /* The region's columns of one row. */
  uint8_t *samples;
  /* Animations: the screen. */
  shim_canvas canvas;
  /* The number of frames composed; the frame's part of the screen, and its row of indices. */
  int32_t frames;
  shim_part part;
  GifPixelType *frame_line;
  shim_window window;
} shim_gif_decoder;

/* The status for giflib's error; SHIM_OK if it is tolerated. */
shim_status shim_gif_trouble(shim_gif_decoder *decoder, int error);

/* Opens the file. */
shim_status shim_gif_open(shim_gif_decoder *decoder);

/* Moves to the next frame's data, and sets what its extension says. Returns GIF_OK or GIF_ERROR. */
int shim_gif_find_frame(shim_gif_decoder *decoder);

/* True if the file has the planned size, and a region in it is wanted. */
int shim_gif_is_as_planned(const shim_gif_decoder *decoder);

/* Sets the colours of the frame. A frame without any colour table is grey. */
void shim_gif_set_colors(shim_gif_decoder *decoder);

/* The index outside of the frame: the transparent one, or else 0. */
int shim_gif_empty(const shim_gif_decoder *decoder);

/* The next row of the frame's data; incomplete after damage. */
shim_status shim_gif_next_line(shim_gif_decoder *decoder, GifPixelType *into);

/* The screen row of each row of an interlaced frame, in the order of the data (GIF89a, appendix E): its four passes. */
extern const int shim_gif_first_row[4], shim_gif_row_step[4];

/* Reads the rest of the frame's data. */
shim_status shim_gif_finish_frame(shim_gif_decoder *decoder);

/* Begins to compose frames; composes the next frame. */
shim_status shim_gif_begin_frames(shim_gif_decoder *decoder);
shim_status shim_gif_next_frame(shim_decoder *head, int32_t *duration);

#endif
