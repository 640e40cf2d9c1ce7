#ifndef FRAME_H
#define FRAME_H

#include "codec.h"

/* A coded picture that was decoded: luma and chroma, or green, blue and red. */
typedef struct {
  const uint8_t *planes[3];
  ptrdiff_t row_bytes[3];
  /* Of each plane: bytes of a sample, 1 or 2 in the machine's order, and its bits, 8...12. */
  int sample_bytes[3], bits[3];
  int32_t width, height;
  /* The frame's pixels that are of the picture: from left and top to before right and bottom. The rest is padding. */
  int32_t left, top, right, bottom;
  /* 1 where two pixels share a chroma sample. */
  int across, down;
  /* There is one plane only. */
  int is_grey;
  /* As the coded picture says (ITU-T H.273, table 4; 8.3). */
  int matrix, is_full_range;
} shim_frame;

/* A library that decodes one coded picture at a time. */
typedef struct {
  /*
   * Decodes the picture that all of `data` holds, of the layer's tile size. Puts into `codec` what the frame lives in,
   * whatever becomes of it; SHIM_CORRUPT with `message`, a constant. A frame without planes is none; one with some may come
   * with SHIM_CORRUPT.
   */
  shim_status (*open)(void **codec, const shim_layer *layer, const uint8_t *data, size_t size, shim_frame *frame,
                      const char **message);
  /* `codec` may be NULL. */
  void (*close)(void *codec);
} shim_frame_codec;

extern const shim_frame_codec shim_aom_frames, shim_de265_frames;

/* How samples become those that are wanted. */
typedef struct {
  /* Grey: the first plane alone. Plain: planes are green, blue and red. */
  int is_grey, is_plain;
  int out_bytes;
  int64_t most;
  int64_t luma, luma_base, chroma_base;
  int64_t red_of_red, green_of_blue, green_of_red, blue_of_blue;
} shim_colors;

/* False where the frame can't become such samples. A matrix of -1 is the frame's own. */
int shim_colors_of(const shim_frame *frame, int matrix, int is_full_range, int is_grey, int out_bytes,
                   shim_colors *colors);

/* The samples of scratch memory that a row of so many pixels takes. */
size_t shim_frame_scratch(int32_t width);

/* Converts `count` pixels of row y from column x on: the planes go to `into`, plane_bytes apart. */
void shim_frame_row(const shim_frame *frame, const shim_colors *colors, int32_t y, int32_t x, int32_t count,
                    uint16_t *scratch, uint8_t *into, size_t plane_bytes);

#endif
