#ifndef INPUT_H
#define INPUT_H

#include <sys/types.h>

#include "codec.h"

struct sha256_ctx;

/* The bytes of a range of an open file, in order. The descriptor's own offset isn't moved. */
typedef struct shim_input {
  int fd;
  shim_range range;
  /* A hash of every byte read, or NULL. */
  struct sha256_ctx *digest;
  /* The offset of the next byte in the file, and the end of the hashed bytes. */
  int64_t offset, hashed;
  /* errno of the read that failed. */
  int read_errno;
  int is_timed;
  /* Nanoseconds spent reading and hashing; 0 if not timed. */
  int64_t read_time;
} shim_input;

shim_input shim_input_of(int fd, shim_range range, void *digest);

/*
 * Fills `into` up to the end of the file or range. It always fills it completely, since libjpeg's handling of
 * damage depends on where a buffer ends. Returns the bytes read, 0 at the end, -1 on an error.
 */
ssize_t shim_input_fill(shim_input *input, uint8_t *into, size_t size);

/* Goes back to the range's first byte. Bytes that were hashed aren't hashed again. */
void shim_input_restart(shim_input *input);

/*
 * Fills `into` from an offset in the file, up to the end of the file or range, without hashing. Returns the bytes
 * read, -1 on an error.
 */
ssize_t shim_input_read_at(shim_input *input, int64_t offset, uint8_t *into, size_t size);

enum { SHIM_WINDOW = 1 << 16 };

/* Bytes that are read and not taken yet. */
typedef struct {
  size_t at, filled;
  uint8_t bytes[SHIM_WINDOW];
} shim_window;

/* Takes bytes in order into `into`, or skips them if it is NULL; fewer at the end, -1 on an error. */
int64_t shim_take(shim_input *input, shim_window *window, uint8_t *into, int64_t wanted);

/* Reads the rest of the range through a buffer, up to `limit` in the file. Returns 0, -1 on an error. */
int shim_input_drain(shim_input *input, uint8_t *buffer, size_t size, int64_t limit);

/* The end of the file or of the range, whichever comes first; -1 on an error. */
int64_t shim_input_end(shim_input *input);

#endif
