#include <stdlib.h>

#include "codec.h"
#include "input.h"

shim_reader *shim_reader_create(int fd, shim_range range, void *digest) {
  shim_reader *reader = malloc(sizeof *reader);
  if (reader) *reader = shim_input_of(fd, range, digest);
  return reader;
}

ptrdiff_t shim_reader_fill(shim_reader *reader, void *into, size_t size) { return shim_input_fill(reader, into, size); }

int shim_reader_drain(shim_reader *reader, int64_t limit) {
  uint8_t buffer[1 << 16];
  return shim_input_drain(reader, buffer, sizeof buffer, limit);
}

void shim_reader_time(shim_reader *reader) { reader->is_timed = 1; }
int64_t shim_reader_read_time(const shim_reader *reader) { return reader->read_time; }
int shim_reader_errno(const shim_reader *reader) { return reader->read_errno; }
void shim_reader_destroy(shim_reader *reader) { free(reader); }
