#ifndef RAW_LIBRARY_H
#define RAW_LIBRARY_H

#ifdef __cplusplus
extern "C" {
#endif

#include "codec.h"
#include "input.h"

/* One raw file in LibRaw. No C++ exception leaves these functions. */
typedef struct shim_raw shim_raw;

/* How much of a file's raw data LibRaw could read. */
typedef struct {
  /* Data that doesn't decode; data that ends early. */
  int is_damaged, is_cut;
} shim_raw_state;

/*
 * For the file of `input`, which must outlive the result. The steps below end with SHIM_TIMEOUT after `deadline`
 * (CLOCK_MONOTONIC in nanoseconds). NULL if memory runs out.
 */
shim_raw *shim_raw_create(shim_input *input, int64_t deadline);

/* Reads the headers. SHIM_CHANGED if LibRaw finds no raw picture of this size in pixels, with red, green and blue. */
shim_status shim_raw_open(shim_raw *raw, int32_t width, int32_t height);

/*
 * Reads the raw data and develops it. With `is_half`, each Bayer cell of 2x2 pixels becomes one pixel. SHIM_CORRUPT
 * if there is no picture at all; `state` tells of lesser damage.
 */
shim_status shim_raw_develop(shim_raw *raw, int is_half, shim_raw_state *state);

/* A row of the developed picture: red, green, blue and an unused sample for each pixel, in linear light. */
const uint16_t (*shim_raw_row(const shim_raw *raw, int32_t row))[4];

/* The size of the developed picture. */
int32_t shim_raw_width(const shim_raw *raw);
int32_t shim_raw_height(const shim_raw *raw);

/* 65,536 sRGB samples for the samples in linear light. */
const uint16_t *shim_raw_curve(const shim_raw *raw);

/* Why the last step failed. */
const char *shim_raw_message(const shim_raw *raw);

void shim_raw_destroy(shim_raw *raw);

#ifdef __cplusplus
}
#endif

#endif
