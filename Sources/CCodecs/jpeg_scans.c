#include "jpeg_scans.h"

#include <string.h>

#include "input.h"

enum { WINDOW = 1 << 14 };

enum { TEM = 0x01, RST0 = 0xD0, SOI = 0xD8, EOI = 0xD9, SOS = 0xDA };

typedef struct {
  /* Its offset is that of the window's end. */
  shim_input input;
  size_t at, filled;
  uint8_t window[WINDOW];
} reader;

/* False at the end of the file or the range, and on an error. */
static int refill(reader *reader) {
  ssize_t count = shim_input_fill(&reader->input, reader->window, WINDOW);
  if (count <= 0) return 0;
  reader->at = 0;
  reader->filled = (size_t)count;
  return 1;
}

/* The next byte, or -1 at the end of the file. */
static int next(reader *reader) {
  if (reader->at == reader->filled && !refill(reader)) return -1;
  return reader->window[reader->at++];
}

static void skip(reader *reader, size_t count) {
  size_t left = reader->filled - reader->at;
  if (count > left) {
    reader->input.offset += (int64_t)(count - left);
    count = left;
  }
  reader->at += count;
}

/* Moves past the next FF. False at the end of the file. */
static int find_ff(reader *reader) {
  for (;;) {
    if (reader->at == reader->filled && !refill(reader)) return 0;
    const uint8_t *start = reader->window + reader->at;
    const uint8_t *found = memchr(start, 0xFF, reader->filled - reader->at);
    reader->at = found ? (size_t)(found - reader->window) + 1 : reader->filled;
    if (found) return 1;
  }
}

/* The next marker, or -1 at the end of the file. Stuffed zeros and restarts don't count (ITU-T T.81, B.1.1.5). */
static int next_marker(reader *reader) {
  while (find_ff(reader)) {
    int byte = next(reader);
    while (byte == 0xFF) byte = next(reader);
    if (byte < 0) return -1;
    if (byte != 0 && byte != TEM && (byte < RST0 || byte > SOI)) return byte;
  }
  return -1;
}

int shim_count_scans(int fd, shim_range range, int most) {
  reader reader = {.input = shim_input_of(fd, range, NULL)};
  int scans = 0;
  while (scans <= most) {
    int marker = next_marker(&reader);
    if (marker < 0 || marker == EOI) break;
    if (marker == SOS) scans++;
    int high = next(&reader), low = next(&reader);
    if (low < 0) break;
    int length = high << 8 | low;
    if (length > 2) skip(&reader, (size_t)length - 2);
  }
  return scans;
}
