#ifndef INFLATE_H
#define INFLATE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Our own inflater. libdeflate is fast, but decodes only whole buffers. zlib decodes in steps, but takes twice the time.
 */

enum {
  /* The largest distance of a match, in bytes. */
  SHIM_INFLATE_WINDOW = 1 << 15,
  /* The first part of a table is indexed by this number of bits. Subtables for longer codes follow. The numbers of
     entries are the largest that 288 and 32 symbols with codes of at most 15 bits need. */
  SHIM_INFLATE_LENGTH_BITS = 11,
  SHIM_INFLATE_DISTANCE_BITS = 9,
  SHIM_INFLATE_PRECODE_BITS = 7,
  SHIM_INFLATE_LENGTH_ENTRIES = 2342,
  SHIM_INFLATE_DISTANCE_ENTRIES = 594,
};

/* The state of a decode of zlib data (RFC 1950, 1951). All zeros is the state at the start. */
typedef struct {
  int stage;
  /* True once the last block has begun. */
  int is_last;
  /* True for data of Deflate without zlib's header and checksum. */
  int is_bare;
  /* The number of input bytes that earlier calls took. */
  uint64_t taken;
  /* Places in the input, in bits: where the last block begins, and where it ends. */
  uint64_t last_block, end;
  /* Bits that are taken from the input and not decoded yet; the next one is the lowest. */
  uint64_t bits;
  uint32_t bit_count;
  /* The number of bytes of a stored block or a match that are not written yet, and the distance of the match. */
  uint32_t left, distance;
  /* The largest distance that the stream's header allows. */
  uint32_t window;
  /* Adler-32 of the bytes that are written. */
  uint32_t checksum;
  /* The header of a dynamic block: numbers of codes, the number of known code lengths, and these lengths. */
  uint32_t length_codes, distance_codes, precodes, known;
  uint8_t lengths[320];
  uint32_t length_table[SHIM_INFLATE_LENGTH_ENTRIES];
  uint32_t distance_table[SHIM_INFLATE_DISTANCE_ENTRIES];
} shim_inflater;

typedef enum {
  /* All input is taken; call again with more. */
  SHIM_INFLATE_INPUT,
  /* The output is full; call again with more room. */
  SHIM_INFLATE_ROOM,
  /* The stream has ended, and its checksum is right. */
  SHIM_INFLATE_END,
  /* The data is invalid; zlib would refuse it too. */
  SHIM_INFLATE_BAD,
} shim_inflate_status;

/*
 * Decodes from *in up to in_end, writes from *out up to out_end, and moves *in and *out. The bytes from `history` to
 * *out must be the last ones that were written: SHIM_INFLATE_WINDOW of them or more, or all.
 */
shim_inflate_status shim_inflate(shim_inflater *inflater, const uint8_t **in, const uint8_t *in_end,
                                 const uint8_t *history, uint8_t **out, uint8_t *out_end);

/* True if a whole byte of the input was taken and not used yet. */
int shim_inflate_holds_byte(const shim_inflater *inflater);

/* True if the stream has ended, and no byte after its end was taken. */
int shim_inflate_is_drained(const shim_inflater *inflater);

#endif
