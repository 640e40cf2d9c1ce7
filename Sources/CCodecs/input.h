#ifndef INPUT_H
#define INPUT_H

#include <sys/types.h>

#include "codec.h"

struct sha256_ctx;

/* The bytes of a range of an open file, in order; the descriptor's own offset isn't moved. */
typedef struct {
  int fd;
  shim_range range;
  /* What every byte read passes through, or NULL. */
  struct sha256_ctx *digest;
  /* Where the next byte lies in the file. */
  int64_t offset;
  /* errno of the read that failed. */
  int read_errno;
  int is_timed;
  /* The time of reading in nanoseconds, the digest included; 0 where it isn't timed. */
  int64_t read_time;
} shim_input;

shim_input shim_input_of(int fd, shim_range range, void *digest);

/*
 * Fills `into`, always as far as file and range go: how libjpeg takes damage depends on where a buffer ends. Returns the
 * bytes read, 0 at the end, -1 on an error.
 */
ssize_t shim_input_fill(shim_input *input, uint8_t *into, size_t size);

/*
 * Fills `into` from an offset in the file, as far as file and range go, without the digest. Returns the bytes read, -1 on
 * an error.
 */
ssize_t shim_input_read_at(shim_input *input, int64_t offset, uint8_t *into, size_t size);

/* Where file or range end, whichever comes first; -1 on an error. */
int64_t shim_input_end(shim_input *input);

#endif
