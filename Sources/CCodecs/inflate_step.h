#ifndef INFLATE_STEP_H
#define INFLATE_STEP_H

#include "inflate_table.h"

/* The stages of a decode; most are named after the part of the stream that comes next. */
enum {
  STAGE_HEADER,
  STAGE_BLOCK,
  STAGE_STORED_LENGTH,
  STAGE_STORED,
  STAGE_COUNTS,
  STAGE_PRECODE,
  STAGE_LENGTHS,
  STAGE_SYMBOLS,
  STAGE_MATCH,
  STAGE_TRAILER,
  STAGE_END,
};

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "bits are loaded from the low end");

/* One call of shim_inflate. */
typedef struct {
  shim_inflater *inflater;
  const uint8_t *begin, *in, *in_end, *history;
  uint8_t *out, *out_end;
} step;

static inline uint64_t lowest(uint64_t bits, uint32_t count) { return bits & ((1ull << count) - 1); }

/* A length or distance: its base, and the extra bits that follow the code word in `bits`. */
static inline uint32_t with_extra(uint32_t entry, uint64_t bits) {
  return entry_value(entry) + (uint32_t)(lowest(bits, entry_bits(entry)) >> entry_code_bits(entry));
}

/* Loads bytes until 56 bits or more are loaded, or until the input ends. */
static inline void refill(step *s) {
  while (s->inflater->bit_count < 56 && s->in < s->in_end) {
    s->inflater->bits |= (uint64_t)*s->in++ << s->inflater->bit_count;
    s->inflater->bit_count += 8;
  }
}

/* True if `count` bits are loaded, at most 56. */
static inline int has(step *s, uint32_t count) {
  if (s->inflater->bit_count < count) refill(s);
  return s->inflater->bit_count >= count;
}

static inline void drop(shim_inflater *inflater, uint32_t count) {
  inflater->bits >>= count;
  inflater->bit_count -= count;
}

static inline uint32_t take(shim_inflater *inflater, uint32_t count) {
  const uint32_t value = (uint32_t)lowest(inflater->bits, count);
  drop(inflater, count);
  return value;
}

/*
 * Decodes symbols up to the end of a block, or to the end of input or room. Returns the stage that follows, -1 for invalid
 * data; *status isn't SHIM_INFLATE_END if it must wait.
 */
int shim_inflate_symbols(step *s, shim_inflate_status *status);

#endif
