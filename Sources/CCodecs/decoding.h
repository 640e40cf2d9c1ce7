#ifndef DECODING_H
#define DECODING_H

#include "codec.h"
#include "input.h"

/* A kind of damage, in words of our own. */
typedef struct {
  /* Stable, lower case. */
  const char *name;
  /* The mildest policy that fails it. */
  shim_on_corrupt class;
  /* What is wrong with the file; NULL where the library's own words are good. */
  const char *words;
} shim_damage;

/* The most kinds of damage of an engine. */
enum { SHIM_MOST_DAMAGES = 12 };

/* What an engine does. */
typedef struct {
  /* NULL when memory runs out. */
  shim_decoder *(*create)(void);
  shim_status (*start)(shim_decoder *decoder, shim_decode_layout *layout);
  shim_status (*read)(shim_decoder *decoder, uint8_t *into, size_t row_bytes, size_t plane_bytes, int32_t rows);
  shim_status (*drain)(shim_decoder *decoder, int64_t limit);
  /* NULL where there never is a profile. */
  const uint8_t *(*profile)(shim_decoder *decoder, size_t *size);
  void (*destroy)(shim_decoder *decoder);
  const char *(*version)(void);
  /* Sorted by name; a name of NULL ends them. */
  const shim_damage *damages;
  /* It reads a file here and there, so that nothing can be hashed. */
  int is_random;
  /* NULL where there are none. */
  shim_status (*read_coefficients)(shim_decoder *decoder);
} shim_decoding;

/* What all decoders have; stands first in each. */
struct shim_decoder {
  const shim_decoding *engine;
  shim_input input;
  shim_lender lender;
  shim_decode_request request;
  int32_t damage[SHIM_MOST_DAMAGES];
  char message[SHIM_MESSAGE_SIZE];
};

extern const shim_decoding shim_libjpeg, shim_libpng, shim_libtiff, shim_libwebp, shim_giflib, shim_bmp, shim_libaom, shim_libde265;

/* Counts damage; true when the decode may go on. */
int shim_tolerates(shim_decoder *decoder, int kind);

/* Notes what a failure is about; returns its status. */
shim_status shim_failure(shim_decoder *decoder, shim_status status, const char *message);

/* True when the deadline has passed. */
int shim_is_late(const shim_decoder *decoder);

/* True when the region lies in a decoded picture of this size. */
int shim_has_region(const shim_decode_request *request, int64_t width, int64_t height);

/* The planes that are wanted, the one of alpha included. */
int shim_channels(const shim_decode_request *request);

/* Takes the region's columns of one interleaved row apart: the first sample of each plane goes to `into`, plane_bytes apart. */
void shim_put_row(const shim_decode_request *request, const uint8_t *row, uint8_t *into, size_t plane_bytes);

/* The same for a row that begins with the region's first column. */
void shim_put_columns(const shim_decode_request *request, const uint8_t *first, uint8_t *into, size_t plane_bytes);

/* Reads the rest of the range through a buffer, up to `limit` in the file. */
shim_status shim_drain_rest(shim_decoder *decoder, uint8_t *buffer, size_t size, int64_t limit);

#endif
