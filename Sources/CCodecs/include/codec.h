/*
 * Coarse steps over the C libraries of image formats.
 *
 * Some of them leave a failed call by longjmp. Each function here arms setjmp itself and returns a status, so that
 * no frame of another language ever stands between the two. All callbacks are C, but for a lender's, which has
 * returned before anything is left.
 *
 * An object is used by one thread, for one picture, and then destroyed.
 */
#ifndef CODEC_H
#define CODEC_H

#include <stddef.h>
#include <stdint.h>

/* What a step ended with. */
typedef enum {
  SHIM_OK = 0,
  /* The library refused: the message says why. */
  SHIM_FAILED,
  /* The entropy-coded data is damaged: the message says how. */
  SHIM_CORRUPT,
  /* The file could not be read: read_errno says why. */
  SHIM_READ_ERROR,
  /* The deadline has passed. */
  SHIM_TIMEOUT,
  /* More scans than the limits allow. */
  SHIM_TOO_MANY_SCANS,
  /* An allocation failed. */
  SHIM_NO_MEMORY,
  /* The picture isn't the one that was planned. */
  SHIM_CHANGED,
} shim_status;

/* The colours of a picture's planes. */
typedef enum { SHIM_GREY = 1, SHIM_YCBCR = 2, SHIM_RGB = 3 } shim_color;

/* Which class of damage fails a decode, with those below it; what doesn't fail it is counted. */
typedef enum {
  /* Every warning of libjpeg's. */
  SHIM_FAIL_ON_WARNING = 1,
  /* Data that doesn't decode. */
  SHIM_FAIL_ON_ERROR,
  /* Data that ends early. */
  SHIM_FAIL_ON_TRUNCATED,
  SHIM_FAIL_ON_NOTHING,
} shim_on_corrupt;

/* The longest message, with its terminating 0. */
#define SHIM_MESSAGE_SIZE 200

/* Lends memory for as long as a decoder lives, aligned to 64 bytes; NULL when there is none. */
typedef struct {
  void *(*take)(void *owner, size_t bytes);
  void *owner;
} shim_lender;

/* The bytes of a file from `begin` up to `end`, or up to the file's own end where that comes before. */
typedef struct {
  int64_t begin, end;
} shim_range;

/* What to decode. */
typedef struct {
  /* The picture's size in pixels as its header was read for the plan; another one is SHIM_CHANGED. */
  int32_t width, height;
  /* The planes that are wanted, and whether one of alpha follows them. */
  shim_color color;
  int32_t has_alpha;
  /* Whether the ICC profile is looked for. */
  int32_t wants_profile;
  /* The scale in eighths: 1...8. */
  int32_t eighths;
  /* The region in decoded samples, inside the decoded picture. */
  int32_t x, y, region_width, region_height;
  /* CLOCK_MONOTONIC in nanoseconds. */
  int64_t deadline;
  shim_on_corrupt on_corrupt;
} shim_decode_request;

/* What rows will look like. */
typedef struct {
  /* The decoded column that a row begins with; at most the region's first one. */
  int32_t first_column;
  /* Samples in a row of each plane. */
  int32_t row_width;
} shim_decode_layout;

#endif
