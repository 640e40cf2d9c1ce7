#ifndef ENCODING_H
#define ENCODING_H

#include "codec.h"

/* Encoded bytes that aren't taken yet. */
typedef struct {
  uint8_t *bytes;
  size_t count, capacity;
} shim_output;

/* Makes room for `room` more bytes; 0 if memory runs out. */
int shim_output_reserve(shim_output *output, size_t room);

/* The functions of a format's encoder. */
typedef struct {
  /* NULL when memory runs out. */
  shim_encoder *(*create)(void);
  shim_status (*start)(shim_encoder *encoder);
  shim_status (*metadata)(shim_encoder *encoder, shim_metadata kind, const uint8_t *bytes, size_t count);
  shim_status (*write)(shim_encoder *encoder, const uint8_t *const *planes, const size_t *row_bytes, int32_t rows);
  shim_status (*finish)(shim_encoder *encoder);
  void (*destroy)(shim_encoder *encoder);
  /* NULL if the format has no gain maps. */
  shim_status (*gain_map)(shim_encoder *encoder, const shim_encoder *map, int32_t is_hdr, const uint8_t *metadata,
                          size_t count);
  /* NULL if the format has no animations. */
  shim_status (*end_frame)(shim_encoder *encoder, int32_t duration);
  /* NULL if the encoder takes each frame once. */
  int (*begins_again)(shim_encoder *encoder);
} shim_encoding;

/* The common part of all encoders; the first member of each. */
struct shim_encoder {
  const shim_encoding *format;
  shim_encode_request request;
  shim_output output;
  char message[SHIM_MESSAGE_SIZE];
};

/* True if the request's deadline has passed. */
int shim_encoder_is_late(const shim_encoder *encoder);

/* Stores the message of a failure; returns SHIM_FAILED. */
shim_status shim_encoder_failed(shim_encoder *encoder, const char *message);

extern const shim_encoding shim_jpeg, shim_png, shim_tiff, shim_webp, shim_avif, shim_gif;

/* Adds bytes to the output; 0 if memory runs out. */
int shim_output_add(shim_output *output, const void *bytes, size_t count);

/* The number of planes to encode, with alpha. */
int shim_planes(const shim_encode_request *request);

/* Interleaves the samples of one row of each plane. */
void shim_take_row(const shim_encode_request *request, const uint8_t *const *planes, const size_t *row_bytes, int32_t row,
                   uint8_t *into);

#endif
