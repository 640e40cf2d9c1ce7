#include "deflate.h"

#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

#include "inflate.h"

enum {
  HEADER = 2,
  CHECKSUM = 4,
  /* The bytes of an empty stored block that may follow a segment. */
  EMPTY_BLOCK = 5,
  INFLATED_AT_ONCE = 1 << 16,
};

struct shim_deflater {
  struct libdeflate_compressor *compressor;
  shim_deflated put;
  void *owner;
  int level, has_begun;
  uint32_t checksum;
  /* The segment, and its compressed bytes. */
  uint8_t *data, *made;
  size_t filled, capacity, bound;
  /* For finding the last block of a segment. */
  shim_inflater inflater;
  uint8_t *scratch;
};

shim_deflater *shim_deflater_create(int level, uint64_t size, shim_deflated put, void *owner) {
  shim_deflater *deflater = calloc(1, sizeof *deflater);
  if (!deflater) return NULL;
  const int is_long = size > SHIM_DEFLATE_SEGMENT;
  deflater->put = put;
  deflater->owner = owner;
  deflater->level = level;
  deflater->checksum = 1;
  deflater->capacity = is_long ? SHIM_DEFLATE_SEGMENT : (size_t)size;
  deflater->compressor = libdeflate_alloc_compressor(level);
  deflater->bound = libdeflate_deflate_compress_bound(deflater->compressor, deflater->capacity);
  deflater->data = malloc(deflater->capacity);
  deflater->made = malloc(HEADER + deflater->bound + EMPTY_BLOCK + CHECKSUM);
  if (is_long) deflater->scratch = malloc(SHIM_INFLATE_WINDOW + INFLATED_AT_ONCE);
  if (deflater->compressor && deflater->data && deflater->made && (deflater->scratch || !is_long)) return deflater;
  shim_deflater_destroy(deflater);
  return NULL;
}

void shim_deflater_destroy(shim_deflater *deflater) {
  if (!deflater) return;
  libdeflate_free_compressor(deflater->compressor);
  free(deflater->data);
  free(deflater->made);
  free(deflater->scratch);
  free(deflater);
}

/* The stream's header: Deflate with a window of 32 KiB, and a hint at the level (RFC 1950, 2.2). */
static size_t begin(shim_deflater *deflater) {
  const int hint = deflater->level < 2 ? 0 : deflater->level < 6 ? 1 : deflater->level == 6 ? 2 : 3;
  const int header = 0x7800 | hint << 6;
  const int sound = header + 31 - header % 31;
  deflater->made[0] = (uint8_t)(sound >> 8);
  deflater->made[1] = (uint8_t)sound;
  deflater->has_begun = 1;
  return HEADER;
}

/* Finds the last block of complete Deflate data. */
static void find_last_block(shim_deflater *deflater, const uint8_t *bytes, size_t count) {
  uint8_t *const scratch = deflater->scratch, *const end = scratch + SHIM_INFLATE_WINDOW + INFLATED_AT_ONCE;
  const uint8_t *in = bytes;
  uint8_t *out = scratch;
  deflater->inflater = (shim_inflater){.is_bare = 1};
  while (shim_inflate(&deflater->inflater, &in, bytes + count, scratch, &out, end) == SHIM_INFLATE_ROOM) {
    memmove(scratch, out - SHIM_INFLATE_WINDOW, SHIM_INFLATE_WINDOW);
    out = scratch + SHIM_INFLATE_WINDOW;
  }
}

/*
 * Makes room for more blocks after complete Deflate data. The last block loses its mark as the last one. An empty stored
 * block follows, so that the next block begins on a byte (RFC 1951, 3.2.4). Returns the new number of bytes.
 */
static size_t reopen(shim_deflater *deflater, uint8_t *bytes, size_t count) {
  static const uint8_t empty[] = {0, 0, 0xFF, 0xFF};
  find_last_block(deflater, bytes, count);
  const uint64_t last = deflater->inflater.last_block;
  bytes[last / 8] &= (uint8_t)~(1u << last % 8);
  bytes[count] = 0;
  const size_t filled = (size_t)((deflater->inflater.end + 3 + 7) / 8);
  memcpy(bytes + filled, empty, sizeof empty);
  return filled + sizeof empty;
}

static size_t put_checksum(shim_deflater *deflater, uint8_t *into) {
  const uint32_t checksum = __builtin_bswap32(deflater->checksum);
  memcpy(into, &checksum, sizeof checksum);
  return sizeof checksum;
}

static void put_segment(shim_deflater *deflater, int is_last) {
  size_t at = deflater->has_begun ? 0 : begin(deflater);
  uint8_t *made = deflater->made + at;
  size_t count =
      libdeflate_deflate_compress(deflater->compressor, deflater->data, deflater->filled, made, deflater->bound);
  deflater->checksum = libdeflate_adler32(deflater->checksum, deflater->data, deflater->filled);
  count = is_last ? count + put_checksum(deflater, made + count) : reopen(deflater, made, count);
  deflater->filled = 0;
  deflater->put(deflater->owner, deflater->made, at + count);
}

void shim_deflater_add(shim_deflater *deflater, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    if (deflater->filled == deflater->capacity) put_segment(deflater, 0);
    const size_t room = deflater->capacity - deflater->filled;
    const size_t taken = count < room ? count : room;
    memcpy(deflater->data + deflater->filled, bytes, taken);
    deflater->filled += taken;
    bytes += taken;
    count -= taken;
  }
}

void shim_deflater_finish(shim_deflater *deflater) { put_segment(deflater, 1); }
