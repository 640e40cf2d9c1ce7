#ifndef INFLATE_TABLE_H
#define INFLATE_TABLE_H

#include "inflate.h"

enum {
  SHIM_INFLATE_LENGTH_CODES = 288,
  SHIM_INFLATE_DISTANCE_CODES = 32,
  SHIM_INFLATE_PRECODES = 19,
  SHIM_INFLATE_END_OF_BLOCK = 256,
};

/*
 * An entry of a table. Bits 0...7: the number of bits of the code word and its extra bits. Bits 8...12: the number of
 * bits of the code word alone. Bits 16...30: a literal, the base of a length or distance, or the index of a subtable.
 */
enum {
  SHIM_LITERAL = 1u << 31,
  /* Neither a literal nor a base. */
  SHIM_SPECIAL = 1u << 15,
  /* Only with SHIM_SPECIAL: the entry leads to a subtable, or ends the block. With neither of them, SHIM_SPECIAL marks a
     code word that doesn't exist. */
  SHIM_SUBTABLE = 1u << 14,
  SHIM_ENDS = 1u << 13,
};

static inline uint32_t entry_bits(uint32_t entry) { return entry & 0xFF; }
static inline uint32_t entry_code_bits(uint32_t entry) { return entry >> 8 & 0x1F; }
static inline uint32_t entry_value(uint32_t entry) { return entry >> 16 & 0x7FFF; }

/*
 * These functions make the table of a code from the lengths of its words (RFC 1951, 3.2.2). The codes are that of
 * literals and lengths, that of distances, and the one that codes the lengths of the two others. Each function returns 0
 * if there are too many words for their lengths, or too few.
 */
int shim_inflate_length_table(uint32_t *table, const uint8_t *lengths, uint32_t count);
int shim_inflate_distance_table(uint32_t *table, const uint8_t *lengths, uint32_t count);
int shim_inflate_precode_table(uint32_t *table, const uint8_t *lengths);

#endif
