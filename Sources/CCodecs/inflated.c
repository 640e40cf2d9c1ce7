#include "inflated.h"

#include <stdlib.h>
#include <string.h>

#include "png_filter.h"

/* Bytes that are inflated at once, unless more are needed together. */
enum { READ_AHEAD = 96 << 10 };

int shim_inflated_create(shim_inflated *inflated, size_t together, uint64_t most) {
  const size_t ahead = together > READ_AHEAD ? together : READ_AHEAD;
  const size_t capacity = SHIM_INFLATE_WINDOW + ahead < most ? SHIM_INFLATE_WINDOW + ahead : (size_t)most;
  inflated->bytes = malloc(capacity + SHIM_FILTER_SLACK);
  if (!inflated->bytes) return 0;
  inflated->row = inflated->out = inflated->bytes;
  inflated->end = inflated->bytes + capacity;
  return 1;
}

void shim_inflated_slide(shim_inflated *inflated) {
  const uint8_t *kept = inflated->bytes;
  if (inflated->out - kept > SHIM_INFLATE_WINDOW) kept = inflated->out - SHIM_INFLATE_WINDOW;
  if (kept > inflated->row) kept = inflated->row;
  const size_t moved = (size_t)(kept - inflated->bytes);
  memmove(inflated->bytes, kept, (size_t)(inflated->out - kept));
  inflated->row -= moved;
  inflated->out -= moved;
}
