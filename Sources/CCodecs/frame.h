#ifndef FRAME_H
#define FRAME_H

#include "codec.h"

/* A decoded coded picture: luma and chroma, or green, blue and red. */
typedef struct {
  const uint8_t *planes[3];
  ptrdiff_t row_bytes[3];
  /* For each plane: bytes of a sample, 1 or 2 in the machine's byte order, and its bits, 8...12. */
  int sample_bytes[3], bits[3];
  int32_t width, height;
  /* The picture's part of the frame: from left and top to before right and bottom. The rest is padding. */
  int32_t left, top, right, bottom;
  /* 1 if two pixels share a chroma sample. */
  int across, down;
  /* True if there is only one plane. */
  int is_grey;
  /* From the coded picture (ITU-T H.273, table 4; 8.3). */
  int matrix, is_full_range;
} shim_frame;

/* A library that decodes one coded picture at a time. */
typedef struct {
  /*
   * Decodes the picture in all of `data`, of the layer's tile size. The frame's memory belongs to `codec` in any
   * case. On damage it returns SHIM_CORRUPT with a constant `message`. It may still give a frame then; a frame
   * without planes is no frame.
   */
  shim_status (*open)(void **codec, const shim_layer *layer, const uint8_t *data, size_t size, shim_frame *frame,
                      const char **message);
  /* `codec` may be NULL. */
  void (*close)(void *codec);
} shim_frame_codec;

/* dav1d decodes AV1 if it is installed, else libaom. Both give the same samples. */
extern const shim_frame_codec shim_av1_frames, shim_aom_frames, shim_de265_frames;

/* True for whole OBUs of one sequence with the layer's tile size. If false, `message` says why. */
int shim_is_av1_still(const shim_layer *layer, const uint8_t *data, size_t size, const char **message);

/* The conversion of samples to the requested ones. */
typedef struct {
  /* Grey: only the first plane. Plain: the planes are green, blue and red. */
  int is_grey, is_plain;
  int out_bytes;
  int64_t most;
  int64_t luma, luma_base, chroma_base;
  int64_t red_of_red, green_of_blue, green_of_red, blue_of_blue;
} shim_colors;

/* False if the frame can't be converted. A matrix of -1 means the frame's own. */
int shim_colors_of(const shim_frame *frame, int matrix, int is_full_range, int is_grey, int out_bytes,
                   shim_colors *colors);

/* The number of scratch samples for a row of `width` pixels. */
size_t shim_frame_scratch(int32_t width);

/* Converts `count` pixels of row y from column x on. The planes begin at `into`, plane_bytes apart. */
void shim_frame_row(const shim_frame *frame, const shim_colors *colors, int32_t y, int32_t x, int32_t count,
                    uint16_t *scratch, uint8_t *into, size_t plane_bytes);

#endif
