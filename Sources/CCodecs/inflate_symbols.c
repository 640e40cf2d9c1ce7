#include <string.h>

#include "inflate_step.h"

enum {
  LONGEST_MATCH = 258,
  /* Bits of a length and its distance, with their extra bits. */
  MATCH_BITS = 48,
};

static inline uint64_t load(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

/* Bytes that copy_match may write beyond the match. */
enum { COPY_SLACK = 32 };

/* Copies a match of `length` bytes. If it overlaps itself, its first `distance` bytes repeat. */
static inline void copy_match(uint8_t *out, uint32_t distance, uint32_t length) {
  const uint8_t *from = out - distance;
  uint8_t *const end = out + length;
  if (distance >= 16) {
    memcpy(out, from, 16);
    memcpy(out + 16, from + 16, 16);
    while ((out += 32) < end) {
      from += 32;
      memcpy(out, from, 16);
      memcpy(out + 16, from + 16, 16);
    }
  } else if (distance == 1) {
    memset(out, *from, length);
  } else if (distance >= 8) {
    do {
      memcpy(out, from, 8);
      out += 8;
      from += 8;
    } while (out < end);
  } else {
    /* The first `distance` bytes of each 8 are right. */
    do {
      const uint64_t word = load(from);
      memcpy(out, &word, sizeof word);
      out += distance;
      from += distance;
    } while (out < end);
  }
}

enum {
  /* Input that a turn of the fast loop may load, and output that it may write. */
  FAST_INPUT = 24,
  FAST_OUTPUT = 2 + LONGEST_MATCH + COPY_SLACK,
};

/*
 * Decodes symbols while there are plenty of input and room. Returns the stage that follows. Each turn begins with 56 bits
 * or more, and the entry of the next code word. That is enough for two literals of 11 bits, a length of 20 bits and the
 * 9 bits that find a distance.
 */
static int decode_fast(step *s) {
  shim_inflater *const inflater = s->inflater;
  const uint32_t *const lengths = inflater->length_table, *const distances = inflater->distance_table;
  const uint8_t *in = s->in, *const in_stop = s->in_end - FAST_INPUT;
  uint8_t *out = s->out, *const out_stop = s->out_end - FAST_OUTPUT;
  uint64_t bits = inflater->bits;
  uint32_t count = inflater->bit_count;
  const uint32_t window = inflater->window;
  int stage = STAGE_SYMBOLS;
#define REFILL()                  \
  do {                            \
    bits |= load(in) << count;    \
    in += (63 - count) >> 3;      \
    count |= 56;                  \
  } while (0)
#define LOOK(table, index_bits) table[lowest(bits, index_bits)]
#define CONSUME(entry)            \
  do {                            \
    bits >>= (uint8_t)(entry);    \
    count -= (uint8_t)(entry);    \
  } while (0)
  REFILL();
  uint32_t entry = LOOK(lengths, SHIM_INFLATE_LENGTH_BITS);
  while (in <= in_stop && out <= out_stop) {
    uint64_t saved = bits;
    CONSUME(entry);
    if (entry & SHIM_LITERAL) {
      uint32_t literal = entry;
      entry = LOOK(lengths, SHIM_INFLATE_LENGTH_BITS);
      saved = bits;
      CONSUME(entry);
      *out++ = (uint8_t)(literal >> 16);
      if (entry & SHIM_LITERAL) {
        literal = entry;
        entry = LOOK(lengths, SHIM_INFLATE_LENGTH_BITS);
        saved = bits;
        CONSUME(entry);
        *out++ = (uint8_t)(literal >> 16);
        if (entry & SHIM_LITERAL) {
          literal = entry;
          entry = LOOK(lengths, SHIM_INFLATE_LENGTH_BITS);
          REFILL();
          *out++ = (uint8_t)(literal >> 16);
          continue;
        }
      }
    }
    if (__builtin_expect(entry & SHIM_SPECIAL, 0)) {
      if (entry & SHIM_SUBTABLE) {
        entry = lengths[entry_value(entry) + lowest(bits, entry_code_bits(entry))];
        saved = bits;
        CONSUME(entry);
        if (entry & SHIM_LITERAL) {
          *out++ = (uint8_t)(entry >> 16);
          entry = LOOK(lengths, SHIM_INFLATE_LENGTH_BITS);
          REFILL();
          continue;
        }
      }
      if (entry & SHIM_SPECIAL) {
        if (!(entry & SHIM_ENDS)) return -1;
        stage = STAGE_BLOCK;
        break;
      }
    }
    const uint32_t length = with_extra(entry, saved);
    entry = LOOK(distances, SHIM_INFLATE_DISTANCE_BITS);
    REFILL();
    if (__builtin_expect(entry & SHIM_SPECIAL, 0)) {
      if (!(entry & SHIM_SUBTABLE)) return -1;
      CONSUME(entry);
      entry = distances[entry_value(entry) + lowest(bits, entry_code_bits(entry))];
      if (entry & SHIM_SPECIAL) return -1;
    }
    const uint32_t distance = with_extra(entry, bits);
    CONSUME(entry);
    if (distance > window || distance > (size_t)(out - s->history)) return -1;
    entry = LOOK(lengths, SHIM_INFLATE_LENGTH_BITS);
    REFILL();
    copy_match(out, distance, length);
    out += length;
  }
#undef REFILL
#undef LOOK
#undef CONSUME
  s->in = in;
  s->out = out;
  inflater->bits = lowest(bits, count);
  inflater->bit_count = count;
  return stage;
}

/* The entry of the next code word. `*before` is the number of bits that lead to its subtable, or 0. */
static uint32_t look(shim_inflater *inflater, const uint32_t *table, uint32_t index_bits, uint32_t *before) {
  uint32_t entry = table[lowest(inflater->bits, index_bits)];
  *before = 0;
  if ((entry & SHIM_SPECIAL) && (entry & SHIM_SUBTABLE)) {
    *before = index_bits;
    entry = table[entry_value(entry) + lowest(inflater->bits >> index_bits, entry_code_bits(entry))];
  }
  return entry;
}

/* Decodes one symbol near the end of the input or of the room. Returns the stage that follows. */
static int decode_one(step *s, shim_inflate_status *status) {
  shim_inflater *inflater = s->inflater;
  has(s, MATCH_BITS);
  uint32_t before;
  uint32_t entry = look(inflater, inflater->length_table, SHIM_INFLATE_LENGTH_BITS, &before);
  uint32_t bits = before + entry_bits(entry);
  *status = SHIM_INFLATE_INPUT;
  if (inflater->bit_count < bits) return STAGE_SYMBOLS;
  if (entry & SHIM_LITERAL) {
    *status = SHIM_INFLATE_ROOM;
    if (s->out == s->out_end) return STAGE_SYMBOLS;
    drop(inflater, bits);
    *s->out++ = (uint8_t)(entry >> 16);
    *status = SHIM_INFLATE_END;
    return STAGE_SYMBOLS;
  }
  *status = SHIM_INFLATE_END;
  if (entry & SHIM_SPECIAL) {
    if (!(entry & SHIM_ENDS)) return -1;
    drop(inflater, bits);
    return STAGE_BLOCK;
  }
  const uint64_t saved = inflater->bits;
  const uint32_t saved_count = inflater->bit_count;
  drop(inflater, before);
  const uint32_t length = with_extra(entry, inflater->bits);
  drop(inflater, entry_bits(entry));
  entry = look(inflater, inflater->distance_table, SHIM_INFLATE_DISTANCE_BITS, &before);
  if (inflater->bit_count < before + entry_bits(entry)) {
    inflater->bits = saved;
    inflater->bit_count = saved_count;
    *status = SHIM_INFLATE_INPUT;
    return STAGE_SYMBOLS;
  }
  if (entry & SHIM_SPECIAL) return -1;
  drop(inflater, before);
  const uint32_t distance = with_extra(entry, inflater->bits);
  drop(inflater, entry_bits(entry));
  if (distance > inflater->window || distance > (size_t)(s->out - s->history)) return -1;
  inflater->left = length;
  inflater->distance = distance;
  return STAGE_MATCH;
}

int shim_inflate_symbols(step *s, shim_inflate_status *status) {
  *status = SHIM_INFLATE_END;
  if (s->in_end - s->in >= FAST_INPUT && s->out_end - s->out >= FAST_OUTPUT) {
    const int stage = decode_fast(s);
    if (stage != STAGE_SYMBOLS) return stage;
  }
  return decode_one(s, status);
}
