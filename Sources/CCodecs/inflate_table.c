#include "inflate_table.h"

enum { MOST_CODE_BITS = 15 };

/* RFC 1951, 3.2.5. */
static const uint16_t length_bases[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                        31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_extras[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                        2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_bases[] = {1,   2,   3,   4,   5,   7,    9,    13,   17,   25,
                                          33,  49,  65,  97,  129, 193,  257,  385,  513,  769,
                                          1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static uint32_t length_entry(uint32_t symbol) {
  if (symbol < SHIM_INFLATE_END_OF_BLOCK) return SHIM_LITERAL | symbol << 16;
  if (symbol == SHIM_INFLATE_END_OF_BLOCK) return SHIM_SPECIAL | SHIM_ENDS;
  symbol -= SHIM_INFLATE_END_OF_BLOCK + 1;
  if (symbol >= sizeof length_extras) return SHIM_SPECIAL;
  return (uint32_t)length_bases[symbol] << 16 | length_extras[symbol];
}

static uint32_t distance_entry(uint32_t symbol) {
  if (symbol >= sizeof distance_bases / sizeof *distance_bases) return SHIM_SPECIAL;
  return (uint32_t)distance_bases[symbol] << 16 | (symbol < 2 ? 0 : symbol / 2 - 1);
}

static uint32_t precode_entry(uint32_t symbol) { return symbol << 16; }

/* Reverses the lowest `count` bits. */
static uint32_t reversed(uint32_t code, uint32_t count) {
  uint32_t result = 0;
  for (uint32_t i = 0; i < count; i++) result |= (code >> i & 1) << (count - 1 - i);
  return result;
}

/* The number of bits that index a subtable. Its shortest words have `bits` bits; `left` of these are not placed yet. */
static uint32_t bits_of_subtable(const uint32_t *counts, uint32_t index_bits, uint32_t bits, uint32_t left) {
  while (left < 1u << (bits - index_bits)) left = 2 * left + counts[++bits];
  return bits - index_bits;
}

/* With `may_lack`, a code may also have a single word of 1 bit, or no word. */
static int make_table(uint32_t *table, uint32_t index_bits, const uint8_t *lengths, uint32_t count,
                      uint32_t (*entry_of)(uint32_t), int may_lack) {
  uint32_t counts[MOST_CODE_BITS + 1] = {0}, offsets[MOST_CODE_BITS + 1];
  uint16_t sorted[SHIM_INFLATE_LENGTH_CODES];
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
    for (uint32_t i = 0; i < 1u << index_bits; i++) table[i] = SHIM_SPECIAL | 1;
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
        subtable_bits = bits_of_subtable(counts, index_bits, bits, counts[bits] - i);
        next += 1u << subtable_bits;
        table[prefix] = subtable << 16 | SHIM_SPECIAL | SHIM_SUBTABLE | subtable_bits << 8 | index_bits;
      }
      const uint32_t own = bits - index_bits;
      const uint32_t entry = value + own + (own << 8);
      for (uint32_t j = stored >> index_bits; j < 1u << subtable_bits; j += 1u << own) table[subtable + j] = entry;
    }
  }
  return 1;
}

int shim_inflate_length_table(uint32_t *table, const uint8_t *lengths, uint32_t count) {
  return make_table(table, SHIM_INFLATE_LENGTH_BITS, lengths, count, length_entry, 1);
}

int shim_inflate_distance_table(uint32_t *table, const uint8_t *lengths, uint32_t count) {
  return make_table(table, SHIM_INFLATE_DISTANCE_BITS, lengths, count, distance_entry, 1);
}

int shim_inflate_precode_table(uint32_t *table, const uint8_t *lengths) {
  return make_table(table, SHIM_INFLATE_PRECODE_BITS, lengths, SHIM_INFLATE_PRECODES, precode_entry, 0);
}
