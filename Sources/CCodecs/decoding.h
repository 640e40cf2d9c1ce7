#ifndef DECODING_H
#define DECODING_H

#include "codec.h"
#include "input.h"

/* A kind of damage, with our own name and message. */
typedef struct {
  /* Stable and in lower case. */
  const char *name;
  /* The mildest policy under which it fails the decode. */
  shim_on_corrupt class;
  /* The fault of the file; NULL to use the library's message. */
  const char *words;
} shim_damage;

/* The most kinds of damage in an engine. */
enum { SHIM_MOST_DAMAGES = 12 };

/* The functions of an engine. */
struct shim_decoding {
  /* NULL when memory runs out. */
  shim_decoder *(*create)(void);
  /* The layout is the region's columns. An engine that decodes more columns changes it. */
  shim_status (*start)(shim_decoder *decoder, shim_decode_layout *layout);
  shim_status (*read)(shim_decoder *decoder, uint8_t *into, size_t row_bytes, size_t plane_bytes, int32_t rows);
  /* NULL if the engine has nothing to read behind the picture. */
  shim_status (*drain)(shim_decoder *decoder, int64_t limit);
  /* NULL if the engine never gives a profile. */
  const uint8_t *(*profile)(shim_decoder *decoder, size_t *size);
  void (*destroy)(shim_decoder *decoder);
  const char *(*version)(void);
  /* Sorted by name; a name of NULL ends them. */
  const shim_damage *damages;
  /* It reads the file in random order, so its reads can't be hashed. */
  int is_random;
  /* NULL if the engine has no coefficients. */
  shim_status (*read_coefficients)(shim_decoder *decoder);
  /* NULL if the engine composes no frames. */
  shim_status (*next_frame)(shim_decoder *decoder, int32_t *duration);
  /* NULL if the engine decodes no labels. */
  int32_t (*palette)(shim_decoder *decoder, uint8_t colors[256][4]);
};

/* The common part of all decoders; the first member of each. */
struct shim_decoder {
  const shim_decoding *engine;
  shim_input input;
  shim_lender lender;
  shim_decode_request request;
  int32_t damage[SHIM_MOST_DAMAGES];
  /* Samples out of range that were clipped. */
  int64_t clipped;
  char message[SHIM_MESSAGE_SIZE];
};

/* The text of a macro's value. */
#define SHIM_TEXT_OF(value) #value
#define SHIM_TEXT(macro) SHIM_TEXT_OF(macro)

/* Counts damage; true if the decode may continue. */
int shim_tolerates(shim_decoder *decoder, int kind);

/* Stores a failure's message; returns its status. */
shim_status shim_failure(shim_decoder *decoder, shim_status status, const char *message);

/* Stores the message of a failed read; returns its status. */
shim_status shim_unread(shim_decoder *decoder);

/* True if the deadline has passed. */
int shim_is_late(const shim_decoder *decoder);

/* True if the region lies in a decoded picture of this size. */
int shim_has_region(const shim_decode_request *request, int64_t width, int64_t height);

/* The number of planes to decode, with alpha. */
int shim_channels(const shim_decode_request *request);

/* Splits the region's columns of one interleaved row into planes. The planes begin at `into`, plane_bytes apart. */
void shim_put_row(const shim_decode_request *request, const uint8_t *row, uint8_t *into, size_t plane_bytes);

/* The same for a row that begins at the region's first column. */
void shim_put_columns(const shim_decode_request *request, const uint8_t *first, uint8_t *into, size_t plane_bytes);

/* Reads the rest of the range through a buffer, up to `limit` in the file. */
shim_status shim_drain_rest(shim_decoder *decoder, uint8_t *buffer, size_t size, int64_t limit);

#endif
