#ifndef WEBP_ANIMATION_H
#define WEBP_ANIMATION_H

#include <webp/encode.h>
#include <webp/mux_types.h>

#include "encoding.h"

/* The part of a frame that differs from the frame before it. Its corner has even coordinates. */
typedef struct {
  int x, y, width, height;
} shim_webp_change;

/*
 * An animated WebP (RFC 9649, section 2.7.1) that is written frame by frame. Each frame replaces the pixels of its
 * change, and all others stay.
 */
typedef struct {
  shim_output file;
  int width, height;
  /* The pixels of the last frame, row by row; NULL before the first frame. */
  uint32_t *last;
  /* True if a pixel of a frame isn't opaque. */
  int has_alpha;
} shim_webp_animation;

/* Begins a file; `plays` is the number of times that the frames are shown, 0 for no end. False if memory runs out. */
int shim_webp_animation_begin(shim_webp_animation *animation, int width, int height, int plays, const WebPData *profile);

/* The change of a frame, given as ARGB. A frame without a change has one of a pixel. */
shim_webp_change shim_webp_animation_change(const shim_webp_animation *animation, const WebPPicture *frame);

/*
 * Adds a frame, which is shown for `duration` milliseconds. `still` is a WebP file of its change. False if memory runs
 * out.
 */
int shim_webp_animation_add(shim_webp_animation *animation, const WebPPicture *frame, shim_webp_change change,
                            int duration, const uint8_t *still, size_t count);

/* Ends the file. SHIM_FAILED if it is longer than a WebP can be. */
shim_status shim_webp_animation_end(shim_webp_animation *animation, const WebPData *exif, const WebPData *xmp,
                                    int has_profile);

void shim_webp_animation_free(shim_webp_animation *animation);

#endif
