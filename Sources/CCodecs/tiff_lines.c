#include "tiff_lines.h"

#include <stdlib.h>
#include <string.h>

#include "inflated.h"
#include "lzw.h"
#include "png_filter.h"

enum { INPUT = 1 << 16 };

_Static_assert(SHIM_LZW_SLACK <= SHIM_FILTER_SLACK, "LZW data is decoded into memory for inflated bytes");

struct shim_tiff_lines {
  shim_tiff_decoder *decoder;
  int is_lzw, is_predicted, is_swapped;
  size_t row_bytes;
  /* The strip: the place of its next bytes in the range, the number of these bytes, and the number of rows left. */
  int64_t place, left;
  int32_t rows;
  /* Input that isn't decoded yet. */
  const uint8_t *in, *in_end;
  shim_inflated data;
  union {
    shim_inflater inflater;
    shim_lzw lzw;
  };
  uint8_t input[INPUT];
};

static uint16_t predictor_of(const shim_tiff_decoder *decoder) {
  uint16_t predictor = PREDICTOR_NONE;
  TIFFGetFieldDefaulted(decoder->tiff, TIFFTAG_PREDICTOR, &predictor);
  return predictor;
}

int shim_tiff_has_lines(const shim_tiff_decoder *decoder) {
  switch (decoder->compression) {
  case COMPRESSION_ADOBE_DEFLATE:
  case COMPRESSION_DEFLATE:
  case COMPRESSION_LZW: break;
  default: return 0;
  }
  const uint16_t predictor = predictor_of(decoder);
  const int is_whole = decoder->bits == 8 || decoder->bits == 16;
  const int is_simple = predictor == PREDICTOR_NONE || (predictor == PREDICTOR_HORIZONTAL && is_whole);
  return decoder->band.kind == SHIM_TIFF_LINES && is_simple && !decoder->has_reversed_bits;
}

shim_tiff_lines *shim_tiff_lines_create(shim_tiff_decoder *decoder) {
  shim_tiff_lines *lines = malloc(sizeof *lines);
  if (!lines) return NULL;
  lines->decoder = decoder;
  lines->is_lzw = decoder->compression == COMPRESSION_LZW;
  lines->is_predicted = predictor_of(decoder) == PREDICTOR_HORIZONTAL;
  lines->is_swapped = decoder->bits >= 16 && TIFFIsByteSwapped(decoder->tiff);
  lines->row_bytes = decoder->band.row_bytes;
  /* LZW keeps strings of its own, and needs no history. */
  if (shim_inflated_create(&lines->data, 2 * lines->row_bytes, lines->is_lzw ? lines->row_bytes : UINT64_MAX)) return lines;
  free(lines);
  return NULL;
}

void shim_tiff_lines_destroy(shim_tiff_lines *lines) {
  if (!lines) return;
  free(lines->data.bytes);
  free(lines);
}

/* True if libtiff would read only the first bytes of a strip: it warns of far more data than the rows need. */
static int is_too_long(const shim_tiff_decoder *decoder, uint64_t count) {
  return count > 1 << 20 && (count - 4096) / 10 > (uint64_t)TIFFStripSize(decoder->tiff);
}

int shim_tiff_lines_begin(shim_tiff_lines *lines, uint32_t strip, int32_t rows) {
  const shim_tiff_decoder *decoder = lines->decoder;
  const uint64_t offset = TIFFGetStrileOffset(decoder->tiff, strip), count = TIFFGetStrileByteCount(decoder->tiff, strip);
  const uint64_t size = (uint64_t)decoder->size;
  if (count > size || offset > size - count || is_too_long(decoder, count)) return 0;
  lines->place = (int64_t)offset;
  lines->left = (int64_t)count;
  lines->rows = rows;
  lines->in = lines->in_end = lines->input;
  lines->data.row = lines->data.out = lines->data.bytes;
  if (lines->is_lzw) {
    shim_lzw_begin(&lines->lzw);
  } else {
    lines->inflater = (shim_inflater){0};
  }
  return 1;
}

/* Gets more input; 0 at the strip's end. */
static int read_more(shim_tiff_lines *lines) {
  shim_input *input = &lines->decoder->head.input;
  const size_t wanted = lines->left < INPUT ? (size_t)lines->left : INPUT;
  const ssize_t count = shim_input_read_at(input, input->range.begin + lines->place, lines->input, wanted);
  if (count <= 0) return 0;
  lines->in = lines->input;
  lines->in_end = lines->input + count;
  lines->place += count;
  lines->left -= count;
  return 1;
}

/* Inflates up to `end`, or less at the strip's end; 0 if the data is invalid. */
static int inflate_to(shim_tiff_lines *lines, uint8_t *end) {
  shim_inflate_status status;
  do {
    status = shim_inflate(&lines->inflater, &lines->in, lines->in_end, lines->data.bytes, &lines->data.out, end);
  } while (status == SHIM_INFLATE_INPUT && read_more(lines));
  return status != SHIM_INFLATE_BAD;
}

static int has_row(const shim_tiff_lines *lines) { return (size_t)(lines->data.out - lines->data.row) >= lines->row_bytes; }

/* Data may follow the strip's last row. libtiff doesn't look at it. */
static int inflate_row(shim_tiff_lines *lines) {
  if (has_row(lines)) return 1;
  if ((size_t)(lines->data.end - lines->data.row) < lines->row_bytes) shim_inflated_slide(&lines->data);
  uint8_t *const end = lines->rows > 1 ? lines->data.end : lines->data.row + lines->row_bytes;
  return inflate_to(lines, end) && has_row(lines);
}

static int decode_row(shim_tiff_lines *lines) {
  lines->data.row = lines->data.out = lines->data.bytes;
  shim_lzw_status status;
  do {
    status = shim_lzw_decode(&lines->lzw, &lines->in, lines->in_end, &lines->data.out, lines->data.end);
  } while (status == SHIM_LZW_INPUT && read_more(lines));
  return status == SHIM_LZW_ROOM;
}

/* Adds each sample's left neighbour (TIFF 6.0, section 14). */
static void add_words(uint16_t *words, size_t count, size_t samples) {
  for (size_t i = samples; i < count; i++) words[i] = (uint16_t)(words[i] + words[i - samples]);
}

int shim_tiff_lines_next(shim_tiff_lines *lines, uint8_t *into) {
  if (!(lines->is_lzw ? decode_row(lines) : inflate_row(lines))) return 0;
  const size_t bytes = lines->row_bytes, samples = lines->decoder->samples;
  uint16_t *const words = (uint16_t *)(void *)into;
  const int has_bytes = lines->decoder->bits <= 8;
  if (lines->is_predicted && has_bytes) {
    shim_unfilter(SHIM_FILTER_SUB, lines->data.row, NULL, into, bytes, samples);
  } else {
    memcpy(into, lines->data.row, bytes);
  }
  if (lines->is_swapped) shim_tiff_swap(lines->decoder, into, bytes);
  if (lines->is_predicted && !has_bytes) add_words(words, bytes / 2, samples);
  lines->data.row += bytes;
  lines->rows--;
  return 1;
}
