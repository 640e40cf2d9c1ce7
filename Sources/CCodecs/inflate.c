#include <string.h>

#include <libdeflate.h>

#include "inflate.h"

/* The parts of a stream, in the order of their stages. */
enum { HEADER, BLOCK, STORED_LENGTH, STORED, COUNTS, PRECODE, LENGTHS, SYMBOLS, MATCH, TRAILER, END };

enum {
  LENGTH_CODES = 288,
  DISTANCE_CODES = 32,
  PRECODES = 19,
  MOST_CODE_BITS = 15,
  END_OF_BLOCK = 256,
  LONGEST_MATCH = 258,
  /* Bits of a length and its distance, with their extra bits. */
  MATCH_BITS = 48,
};

/*
 * An entry of a table. Bits 0...7: the number of bits of the code word and its extra bits. Bits 8...12: the number of
 * bits of the code word alone. Bits 16...30: a literal, the base of a length or distance, or the index of a subtable.
 */
enum {
  LITERAL = 1u << 31,
  /* Neither a literal nor a base. */
  SPECIAL = 1u << 15,
  /* Only with SPECIAL: the entry leads to a subtable, or ends the block. SPECIAL alone: there is no such code word. */
  SUBTABLE = 1u << 14,
  ENDS = 1u << 13,
};

static inline uint32_t entry_bits(uint32_t entry) { return entry & 0xFF; }
static inline uint32_t entry_code_bits(uint32_t entry) { return entry >> 8 & 0x1F; }
static inline uint32_t entry_value(uint32_t entry) { return entry >> 16 & 0x7FFF; }

/* RFC 1951, 3.2.5. */
static const uint16_t length_bases[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                        31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extras[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                        2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_bases[] = {1,   2,   3,   4,   5,   7,    9,    13,   17,   25,
                                          33,  49,  65,  97,  129, 193,  257,  385,  513,  769,
                                          1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
/* RFC 1951, 3.2.7. */
static const uint8_t precode_order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

static uint32_t length_entry(uint32_t symbol) {
  if (symbol < END_OF_BLOCK) return LITERAL | symbol << 16;
  if (symbol == END_OF_BLOCK) return SPECIAL | ENDS;
  symbol -= END_OF_BLOCK + 1;
  if (symbol >= sizeof length_extras) return SPECIAL;
  return (uint32_t)length_bases[symbol] << 16 | length_extras[symbol];
}

static uint32_t distance_entry(uint32_t symbol) {
  if (symbol >= sizeof distance_bases / sizeof *distance_bases) return SPECIAL;
  return (uint32_t)distance_bases[symbol] << 16 | (symbol < 2 ? 0 : symbol / 2 - 1);
}

static uint32_t precode_entry(uint32_t symbol) { return symbol << 16; }

/* Reverses the lowest `count` bits. */
static uint32_t reversed(uint32_t code, uint32_t count) {
  uint32_t result = 0;
  for (uint32_t i = 0; i < count; i++) result |= (code >> i & 1) << (count - 1 - i);
  return result;
}

/*
 * Makes the table of a code from the lengths of its words (RFC 1951, 3.2.2). Returns 0 if there are too many words for
 * their lengths, or too few. With `may_lack`, a single word of 1 bit is enough, and so is none.
 */
static int make_table(uint32_t *table, uint32_t index_bits, const uint8_t *lengths, uint32_t count,
                      uint32_t (*entry_of)(uint32_t), int may_lack) {
  uint32_t counts[MOST_CODE_BITS + 1] = {0}, offsets[MOST_CODE_BITS + 1];
  uint16_t sorted[LENGTH_CODES];
  for (uint32_t i = 0; i < count; i++) counts[lengths[i]]++;
  counts[0] = 0;
  uint32_t used = 0, space = 0, longest = 0;
  for (uint32_t bits = 1; bits <= MOST_CODE_BITS; bits++) {
    offsets[bits] = used;
    used += counts[bits];
    space = 2 * space + counts[bits];
    if (space > 1u << bits) return 0;
    if (counts[bits]) longest = bits;
  }
  for (uint32_t i = 0; i < count; i++) {
    if (lengths[i]) sorted[offsets[lengths[i]]++] = (uint16_t)i;
  }
  if (space < 1u << MOST_CODE_BITS) {
    if (!may_lack || used > 1 || longest > 1) return 0;
    for (uint32_t i = 0; i < 1u << index_bits; i++) table[i] = SPECIAL | 1;
  }
  uint32_t code = 0, next = 1u << index_bits, place = 0;
  uint32_t subtable = 0, subtable_bits = 0, prefix = ~0u;
  for (uint32_t bits = 1; bits <= longest; bits++, code <<= 1) {
    for (uint32_t i = 0; i < counts[bits]; i++, code++) {
      const uint32_t stored = reversed(code, bits);
      const uint32_t value = entry_of(sorted[place++]);
      if (bits <= index_bits) {
        const uint32_t entry = value + bits + (bits << 8);
        for (uint32_t j = stored; j < 1u << index_bits; j += 1u << bits) table[j] = entry;
        continue;
      }
      if ((stored & ((1u << index_bits) - 1)) != prefix) {
        prefix = stored & ((1u << index_bits) - 1);
        subtable = next;
        subtable_bits = bits - index_bits;
        /* The subtable holds all codes with this prefix. */
        for (uint32_t filled = counts[bits] - i; filled < 1u << subtable_bits;) {
          subtable_bits++;
          filled = 2 * filled + counts[index_bits + subtable_bits];
        }
        next += 1u << subtable_bits;
        table[prefix] = subtable << 16 | SPECIAL | SUBTABLE | subtable_bits << 8 | index_bits;
      }
      const uint32_t own = bits - index_bits;
      const uint32_t entry = value + own + (own << 8);
      for (uint32_t j = stored >> index_bits; j < 1u << subtable_bits; j += 1u << own) table[subtable + j] = entry;
    }
  }
  return 1;
}

static void set_fixed_codes(shim_inflater *inflater) {
  uint8_t *lengths = inflater->lengths;
  memset(lengths, 8, 144);
  memset(lengths + 144, 9, 112);
  memset(lengths + 256, 7, 24);
  memset(lengths + 280, 8, 8);
  memset(lengths + LENGTH_CODES, 5, DISTANCE_CODES);
  inflater->length_codes = LENGTH_CODES;
  inflater->distance_codes = DISTANCE_CODES;
}

static int make_tables(shim_inflater *inflater) {
  const uint8_t *lengths = inflater->lengths;
  return make_table(inflater->length_table, SHIM_INFLATE_LENGTH_BITS, lengths, inflater->length_codes, length_entry,
                    1) &&
         make_table(inflater->distance_table, SHIM_INFLATE_DISTANCE_BITS, lengths + inflater->length_codes,
                    inflater->distance_codes, distance_entry, 1);
}

static inline uint64_t load(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word; /* little-endian machines only: see the assertion */
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "bits are loaded from the low end");

static inline uint64_t lowest(uint64_t bits, uint32_t count) { return bits & ((1ull << count) - 1); }

/* A length or distance: its base, and the extra bits that follow the code word in `bits`. */
static inline uint32_t with_extra(uint32_t entry, uint64_t bits) {
  return entry_value(entry) + (uint32_t)(lowest(bits, entry_bits(entry)) >> entry_code_bits(entry));
}

typedef struct {
  shim_inflater *inflater;
  const uint8_t *begin, *in, *in_end, *history;
  uint8_t *out, *out_end;
} step;

/* Loads bytes until 56 bits or more are loaded, or until the input ends. */
static void refill(step *s) {
  while (s->inflater->bit_count < 56 && s->in < s->in_end) {
    s->inflater->bits |= (uint64_t)*s->in++ << s->inflater->bit_count;
    s->inflater->bit_count += 8;
  }
}

/* True if `count` bits are loaded, at most 56. */
static int has(step *s, uint32_t count) {
  if (s->inflater->bit_count < count) refill(s);
  return s->inflater->bit_count >= count;
}

static void drop(shim_inflater *inflater, uint32_t count) {
  inflater->bits >>= count;
  inflater->bit_count -= count;
}

static uint32_t take(shim_inflater *inflater, uint32_t count) {
  const uint32_t value = (uint32_t)lowest(inflater->bits, count);
  drop(inflater, count);
  return value;
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
  int stage = SYMBOLS;
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
    if (entry & LITERAL) {
      uint32_t literal = entry;
      entry = LOOK(lengths, SHIM_INFLATE_LENGTH_BITS);
      saved = bits;
      CONSUME(entry);
      *out++ = (uint8_t)(literal >> 16);
      if (entry & LITERAL) {
        literal = entry;
        entry = LOOK(lengths, SHIM_INFLATE_LENGTH_BITS);
        saved = bits;
        CONSUME(entry);
        *out++ = (uint8_t)(literal >> 16);
        if (entry & LITERAL) {
          literal = entry;
          entry = LOOK(lengths, SHIM_INFLATE_LENGTH_BITS);
          REFILL();
          *out++ = (uint8_t)(literal >> 16);
          continue;
        }
      }
    }
    if (__builtin_expect(entry & SPECIAL, 0)) {
      if (entry & SUBTABLE) {
        entry = lengths[entry_value(entry) + lowest(bits, entry_code_bits(entry))];
        saved = bits;
        CONSUME(entry);
        if (entry & LITERAL) {
          *out++ = (uint8_t)(entry >> 16);
          entry = LOOK(lengths, SHIM_INFLATE_LENGTH_BITS);
          REFILL();
          continue;
        }
      }
      if (entry & SPECIAL) {
        if (!(entry & ENDS)) return -1;
        stage = BLOCK;
        break;
      }
    }
    const uint32_t length = with_extra(entry, saved);
    entry = LOOK(distances, SHIM_INFLATE_DISTANCE_BITS);
    REFILL();
    if (__builtin_expect(entry & SPECIAL, 0)) {
      if (!(entry & SUBTABLE)) return -1;
      CONSUME(entry);
      entry = distances[entry_value(entry) + lowest(bits, entry_code_bits(entry))];
      if (entry & SPECIAL) return -1;
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
  if ((entry & SPECIAL) && (entry & SUBTABLE)) {
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
  if (inflater->bit_count < bits) return SYMBOLS;
  if (entry & LITERAL) {
    *status = SHIM_INFLATE_ROOM;
    if (s->out == s->out_end) return SYMBOLS;
    drop(inflater, bits);
    *s->out++ = (uint8_t)(entry >> 16);
    *status = SHIM_INFLATE_END;
    return SYMBOLS;
  }
  *status = SHIM_INFLATE_END;
  if (entry & SPECIAL) {
    if (!(entry & ENDS)) return -1;
    drop(inflater, bits);
    return BLOCK;
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
    return SYMBOLS;
  }
  if (entry & SPECIAL) return -1;
  drop(inflater, before);
  const uint32_t distance = with_extra(entry, inflater->bits);
  drop(inflater, entry_bits(entry));
  if (distance > inflater->window || distance > (size_t)(s->out - s->history)) return -1;
  inflater->left = length;
  inflater->distance = distance;
  return MATCH;
}

/* Decodes symbols up to the end of a block, or to the end of input or room. */
static int decode_symbols(step *s, shim_inflate_status *status) {
  *status = SHIM_INFLATE_END;
  if (s->in_end - s->in >= FAST_INPUT && s->out_end - s->out >= FAST_OUTPUT) {
    const int stage = decode_fast(s);
    if (stage != SYMBOLS) return stage;
  }
  return decode_one(s, status);
}

static int begin_stream(shim_inflater *inflater) {
  inflater->window = SHIM_INFLATE_WINDOW;
  if (inflater->is_bare) return BLOCK;
  const uint32_t method = take(inflater, 8), flags = take(inflater, 8);
  if ((method << 8 | flags) % 31 || (method & 15) != 8 || method >> 4 > 7 || (flags & 0x20)) return -1;
  inflater->window = 256u << (method >> 4);
  inflater->checksum = 1;
  return BLOCK;
}

/* The place in the input, in bits. */
static uint64_t place(const step *s) {
  return 8 * (s->inflater->taken + (uint64_t)(s->in - s->begin)) - s->inflater->bit_count;
}

static int begin_block(step *s) {
  shim_inflater *inflater = s->inflater;
  if (inflater->is_last) {
    inflater->end = place(s);
    drop(inflater, inflater->bit_count & 7);
    return inflater->is_bare ? END : TRAILER;
  }
  inflater->last_block = place(s);
  inflater->is_last = (int)take(inflater, 1);
  switch (take(inflater, 2)) {
  case 0: drop(inflater, inflater->bit_count & 7); return STORED_LENGTH;
  case 1:
    set_fixed_codes(inflater);
    return make_tables(inflater) ? SYMBOLS : -1;
  case 2: return COUNTS;
  default: return -1;
  }
}

static int begin_stored(shim_inflater *inflater) {
  inflater->left = take(inflater, 16);
  return take(inflater, 16) == (inflater->left ^ 0xFFFF) ? STORED : -1;
}

static int begin_dynamic(shim_inflater *inflater) {
  inflater->length_codes = 257 + take(inflater, 5);
  inflater->distance_codes = 1 + take(inflater, 5);
  inflater->precodes = 4 + take(inflater, 4);
  inflater->known = 0;
  memset(inflater->lengths, 0, PRECODES);
  return inflater->length_codes <= 286 && inflater->distance_codes <= 30 ? PRECODE : -1;
}

static int read_precode(step *s) {
  shim_inflater *inflater = s->inflater;
  while (inflater->known < inflater->precodes) {
    if (!has(s, 3)) return PRECODE;
    inflater->lengths[precode_order[inflater->known++]] = (uint8_t)take(inflater, 3);
  }
  inflater->known = 0;
  /* The table of distances is free until the lengths are known. */
  return make_table(inflater->distance_table, SHIM_INFLATE_PRECODE_BITS, inflater->lengths, PRECODES, precode_entry, 0)
             ? LENGTHS
             : -1;
}

/* Reads the lengths of all codes of a dynamic block (RFC 1951, 3.2.7). */
static int read_lengths(step *s) {
  static const uint8_t extras[] = {2, 3, 7}, bases[] = {3, 3, 11};
  shim_inflater *inflater = s->inflater;
  const uint32_t all = inflater->length_codes + inflater->distance_codes;
  while (inflater->known < all) {
    has(s, SHIM_INFLATE_PRECODE_BITS + 7);
    const uint32_t entry = inflater->distance_table[lowest(inflater->bits, SHIM_INFLATE_PRECODE_BITS)];
    const uint32_t symbol = entry_value(entry), code_bits = entry_bits(entry);
    const uint32_t extra = symbol < 16 ? 0 : extras[symbol - 16];
    if (inflater->bit_count < code_bits + extra) return LENGTHS;
    drop(inflater, code_bits);
    if (symbol < 16) {
      inflater->lengths[inflater->known++] = (uint8_t)symbol;
      continue;
    }
    if (symbol == 16 && inflater->known == 0) return -1;
    const uint8_t length = symbol == 16 ? inflater->lengths[inflater->known - 1] : 0;
    const uint32_t count = bases[symbol - 16] + take(inflater, extra);
    if (count > all - inflater->known) return -1;
    memset(inflater->lengths + inflater->known, length, count);
    inflater->known += count;
  }
  return inflater->lengths[END_OF_BLOCK] && make_tables(inflater) ? SYMBOLS : -1;
}

/* Copies bytes of a stored block. */
static int copy_stored(step *s, shim_inflate_status *status) {
  shim_inflater *inflater = s->inflater;
  while (inflater->left > 0 && inflater->bit_count > 0 && s->out < s->out_end) {
    *s->out++ = (uint8_t)take(inflater, 8);
    inflater->left--;
  }
  size_t count = inflater->left;
  if (inflater->bit_count > 0) count = 0;
  if (count > (size_t)(s->in_end - s->in)) count = (size_t)(s->in_end - s->in);
  if (count > (size_t)(s->out_end - s->out)) count = (size_t)(s->out_end - s->out);
  memcpy(s->out, s->in, count);
  s->in += count;
  s->out += count;
  inflater->left -= (uint32_t)count;
  *status = inflater->left == 0 ? SHIM_INFLATE_END : s->out == s->out_end ? SHIM_INFLATE_ROOM : SHIM_INFLATE_INPUT;
  return inflater->left == 0 ? BLOCK : STORED;
}

/* Copies a match as far as there is room. */
static int continue_match(step *s, shim_inflate_status *status) {
  shim_inflater *inflater = s->inflater;
  for (; inflater->left > 0 && s->out < s->out_end; inflater->left--, s->out++) {
    *s->out = s->out[-(ptrdiff_t)inflater->distance];
  }
  *status = inflater->left == 0 ? SHIM_INFLATE_END : SHIM_INFLATE_ROOM;
  return inflater->left == 0 ? SYMBOLS : MATCH;
}

/* Does the next stage. Returns the stage that follows, -1 for invalid data; *status isn't END if it must wait. */
static int next_stage(step *s, shim_inflate_status *status) {
  static const uint8_t needs[] = {[HEADER] = 16, [BLOCK] = 3, [STORED_LENGTH] = 32, [COUNTS] = 14};
  shim_inflater *inflater = s->inflater;
  int stage = inflater->stage;
  *status = SHIM_INFLATE_INPUT;
  if (stage <= COUNTS && stage != STORED) {
    const int takes_none = stage == BLOCK ? inflater->is_last : stage == HEADER && inflater->is_bare;
    if (!takes_none && !has(s, needs[stage])) return stage;
    *status = SHIM_INFLATE_END;
  }
  switch (stage) {
  case HEADER: return begin_stream(inflater);
  case BLOCK: return begin_block(s);
  case STORED_LENGTH: return begin_stored(inflater);
  case STORED: return copy_stored(s, status);
  case COUNTS: return begin_dynamic(inflater);
  case PRECODE: stage = read_precode(s); break;
  case LENGTHS: stage = read_lengths(s); break;
  case SYMBOLS: return decode_symbols(s, status);
  case MATCH: return continue_match(s, status);
  }
  if (stage != inflater->stage) *status = SHIM_INFLATE_END;
  return stage;
}

/* True if the checksum at the stream's end is right. */
static int is_sound(shim_inflater *inflater) { return __builtin_bswap32(take(inflater, 32)) == inflater->checksum; }

shim_inflate_status shim_inflate(shim_inflater *inflater, const uint8_t **in, const uint8_t *in_end,
                                 const uint8_t *history, uint8_t **out, uint8_t *out_end) {
  step s = {inflater, *in, *in, in_end, history, *out, out_end};
  shim_inflate_status status = SHIM_INFLATE_END;
  while (status == SHIM_INFLATE_END && inflater->stage != TRAILER && inflater->stage != END) {
    const int stage = next_stage(&s, &status);
    if (stage < 0) return SHIM_INFLATE_BAD;
    inflater->stage = stage;
  }
  if (inflater->stage > HEADER && !inflater->is_bare) {
    inflater->checksum = libdeflate_adler32(inflater->checksum, *out, (size_t)(s.out - *out));
  }
  if (inflater->stage == TRAILER) {
    status = SHIM_INFLATE_INPUT;
    if (has(&s, 32)) {
      if (!is_sound(inflater)) return SHIM_INFLATE_BAD;
      inflater->stage = END;
    }
  }
  inflater->taken += (uint64_t)(s.in - *in);
  *in = s.in;
  *out = s.out;
  return inflater->stage == END ? SHIM_INFLATE_END : status;
}

int shim_inflate_is_drained(const shim_inflater *inflater) { return inflater->bit_count == 0; }
