#ifndef INFLATED_H
#define INFLATED_H

#include "inflate.h"

/* Inflated bytes of rows that are read one by one. */
typedef struct {
  uint8_t *bytes, *end;
  /* The bytes before `row` are only history: they are taken. The bytes from `out` on are not inflated yet. */
  uint8_t *row, *out;
} shim_inflated;

/*
 * Takes memory for the history and for at least `together` bytes after it, or for all `most` bytes if these are fewer.
 * SHIM_FILTER_SLACK bytes follow the end. Returns 0 when memory runs out.
 */
int shim_inflated_create(shim_inflated *inflated, size_t together, uint64_t most);

/* Makes room: drops bytes that are neither history nor part of a row that isn't taken yet. */
void shim_inflated_slide(shim_inflated *inflated);

#endif
