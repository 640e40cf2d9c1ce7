#include "lzw.h"

#include <string.h>

enum { BYTES = 256, CLEAR = BYTES, END, FIRST, SHORTEST = 9, LONGEST = 12, WORD = 8 };

/* Values of `last` without a code. */
enum { AT_CLEAR = -1, AT_BEGIN = -2 };

void shim_lzw_begin(shim_lzw *lzw) {
  lzw->bits = 0;
  lzw->bit_count = lzw->left = 0;
  lzw->width = SHORTEST;
  lzw->last = AT_BEGIN;
  for (int byte = 0; byte < BYTES; byte++) {
    lzw->strings[byte] = (shim_lzw_string){.tail = (uint64_t)byte, .length = 1, .count = 1, .first = (uint8_t)byte};
  }
}

static void clear(shim_lzw *lzw) {
  lzw->width = SHORTEST;
  lzw->next = FIRST;
  lzw->last = AT_CLEAR;
}

/* The string of a code, longer by a byte. */
static inline shim_lzw_string extended(const shim_lzw *lzw, uint32_t code, uint8_t byte) {
  shim_lzw_string string = lzw->strings[code];
  const int is_full = string.count == WORD;
  string.tail = is_full ? byte : string.tail | (uint64_t)byte << (8 * string.count);
  string.before = is_full ? (uint16_t)code : string.before;
  string.count = is_full ? 1 : (uint8_t)(string.count + 1);
  string.length++;
  return string;
}

/* Adds the string that a code implies: the last code's string, and the first byte of this code's. */
static inline void add(shim_lzw *lzw, uint32_t last, uint32_t code, uint32_t next) {
  lzw->strings[next] = extended(lzw, last, lzw->strings[code == next ? last : code].first);
}

/* Writes a string, from its last bytes to its first. */
static inline void put(const shim_lzw *lzw, const shim_lzw_string *string, uint8_t *out) {
  size_t at = (size_t)(string->length - string->count);
  memcpy(out + at, &string->tail, WORD);
  while (at > 0) {
    string = &lzw->strings[string->before];
    at -= WORD;
    memcpy(out + at, &string->tail, WORD);
  }
}

/* The bits of the next code after `next` is added: the width grows one code early. */
static inline uint32_t grown(uint32_t width, uint32_t next) {
  return next == (1u << width) - 1 && width < LONGEST ? width + 1 : width;
}

/* Decodes codes after another code, while there are enough input and room, and the codes are strings. */
static void decode_fast(shim_lzw *lzw, const uint8_t **in_place, const uint8_t *in_end, uint8_t **out_place,
                        const uint8_t *out_end) {
  enum { CODES_OF_WORD = 4 };
  const uint8_t *in = *in_place;
  uint8_t *out = *out_place;
  uint64_t bits = lzw->bits;
  uint32_t count = lzw->bit_count, width = lzw->width, next = lzw->next, last = (uint32_t)lzw->last;
  int is_done = 0;
  while (!is_done && in_end - in >= WORD) {
    uint64_t word;
    memcpy(&word, in, sizeof word);
    bits |= __builtin_bswap64(word) >> count;
    in += (63 - count) >> 3;
    count |= 56;
    for (int i = 0; i < CODES_OF_WORD; i++) {
      const uint32_t code = (uint32_t)(bits >> (64 - width));
      is_done = code == CLEAR || code == END || code > next || next >= SHIM_LZW_CODES - 1;
      if (is_done) break;
      add(lzw, last, code, next);
      const shim_lzw_string *string = &lzw->strings[code];
      is_done = out_end - out < string->length;
      if (is_done) break;
      put(lzw, string, out);
      out += string->length;
      bits <<= width;
      count -= width;
      last = code;
      width = grown(width, ++next);
    }
  }
  *in_place = in;
  *out_place = out;
  /* Bits behind the counted ones belong to bytes that are still in the input. */
  lzw->bits = count == 0 ? 0 : bits >> (64 - count) << (64 - count);
  lzw->bit_count = count;
  lzw->width = width;
  lzw->next = next;
  lzw->last = (int32_t)last;
}

/* Writes as much of the last code's string as fits. */
static void put_part(shim_lzw *lzw, uint8_t **out, uint8_t *out_end) {
  uint8_t whole[SHIM_LZW_CODES + WORD];
  const shim_lzw_string *string = &lzw->strings[lzw->last];
  const size_t room = (size_t)(out_end - *out), count = lzw->left < room ? lzw->left : room;
  put(lzw, string, whole);
  memcpy(*out, whole + string->length - lzw->left, count);
  *out += count;
  lzw->left -= (uint32_t)count;
}

/* Takes a code; 0 if it is odd. */
static int take(shim_lzw *lzw, uint32_t code) {
  if (code == CLEAR) {
    clear(lzw);
    return 1;
  }
  if (lzw->last < 0) {
    if (lzw->last == AT_BEGIN || code >= BYTES) return 0;
  } else {
    if (code == END || code > lzw->next || lzw->next >= SHIM_LZW_CODES) return 0;
    add(lzw, (uint32_t)lzw->last, code, lzw->next);
    lzw->width = grown(lzw->width, ++lzw->next);
  }
  lzw->last = (int32_t)code;
  lzw->left = lzw->strings[code].length;
  return 1;
}

shim_lzw_status shim_lzw_decode(shim_lzw *lzw, const uint8_t **in, const uint8_t *in_end, uint8_t **out,
                                uint8_t *out_end) {
  for (;;) {
    if (lzw->left > 0) put_part(lzw, out, out_end);
    if (*out == out_end) return SHIM_LZW_ROOM;
    if (lzw->last >= 0) decode_fast(lzw, in, in_end, out, out_end);
    while (lzw->bit_count < lzw->width) {
      if (*in == in_end) return SHIM_LZW_INPUT;
      lzw->bits |= (uint64_t)*(*in)++ << (56 - lzw->bit_count);
      lzw->bit_count += 8;
    }
    const uint32_t code = (uint32_t)(lzw->bits >> (64 - lzw->width));
    lzw->bits <<= lzw->width;
    lzw->bit_count -= lzw->width;
    if (!take(lzw, code)) return SHIM_LZW_ODD;
  }
}
