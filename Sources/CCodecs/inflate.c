#include <string.h>

#include <libdeflate.h>

#include "inflate_step.h"

/* RFC 1951, 3.2.7. */
static const uint8_t precode_order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

static void set_fixed_codes(shim_inflater *inflater) {
  uint8_t *lengths = inflater->lengths;
  memset(lengths, 8, 144);
  memset(lengths + 144, 9, 112);
  memset(lengths + 256, 7, 24);
  memset(lengths + 280, 8, 8);
  memset(lengths + SHIM_INFLATE_LENGTH_CODES, 5, SHIM_INFLATE_DISTANCE_CODES);
  inflater->length_codes = SHIM_INFLATE_LENGTH_CODES;
  inflater->distance_codes = SHIM_INFLATE_DISTANCE_CODES;
}

static int make_tables(shim_inflater *inflater) {
  const uint8_t *lengths = inflater->lengths;
  return shim_inflate_length_table(inflater->length_table, lengths, inflater->length_codes) &&
         shim_inflate_distance_table(inflater->distance_table, lengths + inflater->length_codes,
                                     inflater->distance_codes);
}

static int begin_stream(shim_inflater *inflater) {
  inflater->window = SHIM_INFLATE_WINDOW;
  if (inflater->is_bare) return STAGE_BLOCK;
  const uint32_t method = take(inflater, 8), flags = take(inflater, 8);
  if ((method << 8 | flags) % 31 || (method & 15) != 8 || method >> 4 > 7 || (flags & 0x20)) return -1;
  inflater->window = 256u << (method >> 4);
  inflater->checksum = 1;
  return STAGE_BLOCK;
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
    return inflater->is_bare ? STAGE_END : STAGE_TRAILER;
  }
  inflater->last_block = place(s);
  inflater->is_last = (int)take(inflater, 1);
  switch (take(inflater, 2)) {
  case 0: drop(inflater, inflater->bit_count & 7); return STAGE_STORED_LENGTH;
  case 1:
    set_fixed_codes(inflater);
    return make_tables(inflater) ? STAGE_SYMBOLS : -1;
  case 2: return STAGE_COUNTS;
  default: return -1;
  }
}

static int begin_stored(shim_inflater *inflater) {
  inflater->left = take(inflater, 16);
  return take(inflater, 16) == (inflater->left ^ 0xFFFF) ? STAGE_STORED : -1;
}

static int begin_dynamic(shim_inflater *inflater) {
  inflater->length_codes = 257 + take(inflater, 5);
  inflater->distance_codes = 1 + take(inflater, 5);
  inflater->precodes = 4 + take(inflater, 4);
  inflater->known = 0;
  memset(inflater->lengths, 0, SHIM_INFLATE_PRECODES);
  return inflater->length_codes <= 286 && inflater->distance_codes <= 30 ? STAGE_PRECODE : -1;
}

static int read_precode(step *s) {
  shim_inflater *inflater = s->inflater;
  while (inflater->known < inflater->precodes) {
    if (!has(s, 3)) return STAGE_PRECODE;
    inflater->lengths[precode_order[inflater->known++]] = (uint8_t)take(inflater, 3);
  }
  inflater->known = 0;
  /* The table of distances is free until the lengths are known. */
  return shim_inflate_precode_table(inflater->distance_table, inflater->lengths) ? STAGE_LENGTHS : -1;
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
    if (inflater->bit_count < code_bits + extra) return STAGE_LENGTHS;
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
  return inflater->lengths[SHIM_INFLATE_END_OF_BLOCK] && make_tables(inflater) ? STAGE_SYMBOLS : -1;
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
  return inflater->left == 0 ? STAGE_BLOCK : STAGE_STORED;
}

/* Copies a match as far as there is room. */
static int continue_match(step *s, shim_inflate_status *status) {
  shim_inflater *inflater = s->inflater;
  for (; inflater->left > 0 && s->out < s->out_end; inflater->left--, s->out++) {
    *s->out = s->out[-(ptrdiff_t)inflater->distance];
  }
  *status = inflater->left == 0 ? SHIM_INFLATE_END : SHIM_INFLATE_ROOM;
  return inflater->left == 0 ? STAGE_SYMBOLS : STAGE_MATCH;
}

/* Does the next stage. Returns the stage that follows, -1 for invalid data; *status isn't SHIM_INFLATE_END if it must wait. */
static int next_stage(step *s, shim_inflate_status *status) {
  static const uint8_t needs[] = {
    [STAGE_HEADER] = 16, [STAGE_BLOCK] = 3, [STAGE_STORED_LENGTH] = 32, [STAGE_COUNTS] = 14};
  shim_inflater *inflater = s->inflater;
  int stage = inflater->stage;
  *status = SHIM_INFLATE_INPUT;
  if (stage <= STAGE_COUNTS && stage != STAGE_STORED) {
    const int takes_none = stage == STAGE_BLOCK ? inflater->is_last : stage == STAGE_HEADER && inflater->is_bare;
    if (!takes_none && !has(s, needs[stage])) return stage;
    *status = SHIM_INFLATE_END;
  }
  switch (stage) {
  case STAGE_HEADER: return begin_stream(inflater);
  case STAGE_BLOCK: return begin_block(s);
  case STAGE_STORED_LENGTH: return begin_stored(inflater);
  case STAGE_STORED: return copy_stored(s, status);
  case STAGE_COUNTS: return begin_dynamic(inflater);
  case STAGE_PRECODE: stage = read_precode(s); break;
  case STAGE_LENGTHS: stage = read_lengths(s); break;
  case STAGE_SYMBOLS: return shim_inflate_symbols(s, status);
  case STAGE_MATCH: return continue_match(s, status);
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
  while (status == SHIM_INFLATE_END && inflater->stage != STAGE_TRAILER && inflater->stage != STAGE_END) {
    const int stage = next_stage(&s, &status);
    if (stage < 0) return SHIM_INFLATE_BAD;
    inflater->stage = stage;
  }
  if (inflater->stage > STAGE_HEADER && !inflater->is_bare) {
    inflater->checksum = libdeflate_adler32(inflater->checksum, *out, (size_t)(s.out - *out));
  }
  if (inflater->stage == STAGE_TRAILER) {
    status = SHIM_INFLATE_INPUT;
    if (has(&s, 32)) {
      if (!is_sound(inflater)) return SHIM_INFLATE_BAD;
      inflater->stage = STAGE_END;
    }
  }
  inflater->taken += (uint64_t)(s.in - *in);
  *in = s.in;
  *out = s.out;
  return inflater->stage == STAGE_END ? SHIM_INFLATE_END : status;
}

int shim_inflate_holds_byte(const shim_inflater *inflater) { return inflater->bit_count >= 8; }

int shim_inflate_is_drained(const shim_inflater *inflater) { return inflater->bit_count == 0; }
