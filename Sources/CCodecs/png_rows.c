#include "png_rows.h"

#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

#include "inflated.h"
#include "png_filter.h"

enum {
  CHUNK_HEAD = 8,
  CHECKSUM = 4,
  /* The limit of libpng for a chunk, unless a longer one is no larger than the picture. */
  LONGEST_CHUNK = 4 << 20,
  /* The row above, and rows that are made together. */
  ROWS = 1 + SHIM_FILTER_GROUP,
};

struct png_rows {
  png_bytes bytes;
  png_layout layout;
  /* The current chunk: its length and name, the number of data bytes that are not read yet, and the CRC so far. */
  uint8_t head[CHUNK_HEAD];
  uint32_t left, checksum;
  /* Input that isn't inflated yet. */
  const uint8_t *in, *in_end;
  shim_inflated data;
  /* The number of bytes that are not inflated yet, filter types included. */
  uint64_t wanted;
  /* The number of rows that were given. */
  uint32_t done;
  /* The rows without their filters, in turn. Those before `ready` are made. */
  uint8_t *rows[ROWS];
  uint32_t ready;
  /* True after something odd in the data. */
  int is_odd;
  shim_inflater inflater;
};

static size_t stride(const png_rows *rows) { return rows->layout.row_bytes + 1; }

static size_t smaller(uint64_t one, uint64_t other) { return (size_t)(one < other ? one : other); }

/* True if the file has the whole chunk. From a cut chunk, libpng takes fewer rows than there are bytes for. */
static int is_whole(const png_rows *rows) { return (int64_t)rows->left + CHECKSUM <= rows->bytes.left; }

/* True if libpng would take an IDAT chunk of this length. */
static int may_begin(const png_rows *rows) {
  return (rows->left <= LONGEST_CHUNK || rows->left <= (uint64_t)rows->layout.height * stride(rows)) && is_whole(rows);
}

png_rows *png_rows_create(png_bytes bytes, png_layout layout) {
  png_rows *rows = calloc(1, sizeof *rows);
  if (!rows) return NULL;
  rows->bytes = bytes;
  rows->layout = layout;
  rows->left = layout.first_chunk;
  rows->checksum = libdeflate_crc32(0, "IDAT", 4);
  rows->wanted = (uint64_t)layout.height * stride(rows);
  const size_t row_size = layout.row_bytes + SHIM_FILTER_SLACK;
  rows->rows[0] = calloc(ROWS, row_size);
  if (!shim_inflated_create(&rows->data, SHIM_FILTER_GROUP * stride(rows), rows->wanted) || !rows->rows[0]) {
    png_rows_destroy(rows);
    return NULL;
  }
  for (int i = 1; i < ROWS; i++) rows->rows[i] = rows->rows[0] + (size_t)i * row_size;
  return rows;
}

void png_rows_destroy(png_rows *rows) {
  if (!rows) return;
  free(rows->data.bytes);
  free(rows->rows[0]);
  free(rows);
}

static int take(png_rows *rows, uint8_t *into, size_t wanted) {
  while (wanted > 0) {
    const uint8_t *bytes;
    const size_t count = rows->bytes.next(rows->bytes.owner, &bytes, wanted);
    if (count == 0) return 0;
    memcpy(into, bytes, count);
    rows->bytes.left -= (int64_t)count;
    into += count;
    wanted -= count;
  }
  return 1;
}

static uint32_t number(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* True if the checksum of the chunk that ends here is right. */
static int is_sound(png_rows *rows) {
  uint8_t stored[CHECKSUM];
  return take(rows, stored, CHECKSUM) && number(stored) == rows->checksum;
}

/* Reads the head of a chunk; NULL at the end of the file, else the chunk's name. */
static const uint8_t *begin_chunk(png_rows *rows) {
  if (!take(rows, rows->head, CHUNK_HEAD)) return NULL;
  const uint8_t *name = rows->head + 4;
  rows->left = number(rows->head);
  rows->checksum = libdeflate_crc32(0, name, 4);
  return name;
}

/* Goes on to the next IDAT chunk after the end of one; 0 if something is odd, such as another chunk. */
static int next_data(png_rows *rows) {
  if (!is_sound(rows)) return 0;
  const uint8_t *name = begin_chunk(rows);
  return name && memcmp(name, "IDAT", 4) == 0 && may_begin(rows);
}

/* Gets more input. */
static int read_data(png_rows *rows) {
  while (rows->left == 0) {
    if (!next_data(rows)) return 0;
  }
  const size_t count = rows->bytes.next(rows->bytes.owner, &rows->in, rows->left);
  if (count == 0) return 0;
  rows->in_end = rows->in + count;
  rows->bytes.left -= (int64_t)count;
  rows->left -= (uint32_t)count;
  rows->checksum = libdeflate_crc32(rows->checksum, rows->in, count);
  return 1;
}

/*
 * False if no data follows data that is used up. libpng takes no row then, even if zlib has bytes for it: it looks for data
 * before each row.
 */
static int goes_on(png_rows *rows) {
  while (rows->in == rows->in_end && rows->left == 0 && !shim_inflate_holds_byte(&rows->inflater)) {
    if (!next_data(rows)) return 0;
  }
  return 1;
}

/* Inflates some more; 0 if something is odd. */
static int inflate_more(png_rows *rows) {
  if (rows->data.out == rows->data.end) shim_inflated_slide(&rows->data);
  uint8_t *start = rows->data.out;
  uint8_t *end = start + smaller((uint64_t)(rows->data.end - start), rows->wanted);
  const shim_inflate_status status =
      shim_inflate(&rows->inflater, &rows->in, rows->in_end, rows->data.bytes, &rows->data.out, end);
  rows->wanted -= (uint64_t)(rows->data.out - start);
  switch (status) {
  case SHIM_INFLATE_INPUT: return read_data(rows);
  case SHIM_INFLATE_ROOM: return rows->data.out > start && goes_on(rows);
  case SHIM_INFLATE_END: return rows->wanted == 0;
  case SHIM_INFLATE_BAD: return 0;
  }
  return 0;
}

/* True if the stream ends with the picture, and the chunk with the stream. */
static int ends_here(png_rows *rows) {
  shim_inflate_status status;
  while ((status = shim_inflate(&rows->inflater, &rows->in, rows->in_end, rows->data.bytes, &rows->data.out, rows->data.out)) ==
         SHIM_INFLATE_INPUT) {
    if (!read_data(rows)) return 0;
  }
  return status == SHIM_INFLATE_END && shim_inflate_is_drained(&rows->inflater) && rows->in == rows->in_end &&
         rows->left == 0 && is_sound(rows);
}

static uint8_t *row_at(const png_rows *rows, uint32_t y) { return rows->rows[y % ROWS]; }

/* The bytes of rows that are inflated and not taken yet. */
static size_t inflated_bytes(const png_rows *rows) { return (size_t)(rows->data.out - rows->data.row); }

/*
 * The number of inflated rows. Inflates until there are as many as can be made together. Bytes that come with something
 * odd don't count: libpng may not give them.
 */
static int inflated_rows(png_rows *rows) {
  const size_t group = SHIM_FILTER_GROUP * stride(rows);
  while (inflated_bytes(rows) < group && rows->wanted > 0 && !rows->is_odd) {
    const size_t sound = inflated_bytes(rows);
    if (inflate_more(rows)) continue;
    rows->data.out = rows->data.row + sound;
    rows->is_odd = 1;
  }
  return (int)(smaller(inflated_bytes(rows), group) / stride(rows));
}

/* Makes the next rows; 0 if something is odd. */
static int make_rows(png_rows *rows) {
  if (rows->ready == 0 && !may_begin(rows)) return 0;
  const int inflated = inflated_rows(rows);
  if (inflated == 0) return 0;
  uint8_t *next[SHIM_FILTER_GROUP];
  for (uint32_t i = 0; i < SHIM_FILTER_GROUP; i++) next[i] = row_at(rows, rows->ready + i);
  const int made = shim_unfilter_rows(rows->data.row, row_at(rows, rows->ready + ROWS - 1), next, inflated,
                                      rows->layout.row_bytes, rows->layout.pixel_bytes);
  rows->data.row += (size_t)made * stride(rows);
  rows->ready += (uint32_t)made;
  return made;
}

const uint8_t *png_rows_next(png_rows *rows) {
  if (rows->done == rows->ready && !make_rows(rows)) return NULL;
  const uint8_t *row = row_at(rows, rows->done++);
  return rows->done < rows->layout.height || ends_here(rows) ? row : NULL;
}

static int is_letter(uint8_t byte) { return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z'); }

/* True for a chunk that libpng skips after the picture: the name of an ancillary chunk begins with a small letter. */
static int may_skip(const uint8_t *name) {
  return (name[0] & 0x20) && is_letter(name[0]) && is_letter(name[1]) && is_letter(name[2]) && is_letter(name[3]);
}

/* Skips the data of a chunk. */
static int skip_data(png_rows *rows) {
  while (rows->left > 0) {
    if (!read_data(rows)) return 0;
  }
  return 1;
}

int png_rows_end(png_rows *rows) {
  const uint8_t *name;
  while ((name = begin_chunk(rows))) {
    const int is_last = memcmp(name, "IEND", 4) == 0;
    if (is_last ? rows->left > 0 : !may_skip(name) || rows->left > LONGEST_CHUNK) return 0;
    if (!skip_data(rows) || !is_sound(rows)) return 0;
    if (is_last) return 1;
  }
  return 0;
}
