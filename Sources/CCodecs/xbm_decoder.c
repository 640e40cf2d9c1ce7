#include <stdlib.h>
#include <string.h>

#include "decoding.h"

/*
 * The samples of an XBM: a list of hexadecimal numbers in C source code (Xlib, "Manipulating Bitmaps"). The range of
 * the input begins with the first number. Each number of X11 holds 8 pixels, and each number of X10 holds 16. The
 * lowest bit is the leftmost pixel. A set bit is black. Each row begins with a new number.
 */

/* Text that is no number; a list that ends early. */
enum { DATA, END };

static const shim_damage damages[] = {
  [DATA] = {"xbm_data", SHIM_FAIL_ON_ERROR, NULL},
  [END] = {"xbm_end", SHIM_FAIL_ON_TRUNCATED, NULL},
  {0},
};

/* What next_number returns instead of a number. */
enum { NO_NUMBER = -1, LIST_END = -2, UNREAD = -3 };

typedef struct {
  shim_decoder head;
  /* Bytes of a number: 1, or 2 in X10. */
  int number_bytes;
  /* The next row, and its numbers as bytes. */
  int32_t row;
  uint8_t *bits;
  size_t row_bytes;
  /* The region's columns of one row. */
  uint8_t *samples;
  /* No more numbers come; all rows that follow are white. */
  int is_broken;
  shim_window window;
} xbm_decoder;

static void destroy(shim_decoder *head) {
  xbm_decoder *decoder = (xbm_decoder *)head;
  free(decoder->bits);
  free(decoder->samples);
  free(decoder);
}

static shim_decoder *create_of(int number_bytes) {
  xbm_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->number_bytes = number_bytes;
  return &decoder->head;
}

static shim_decoder *create(void) { return create_of(1); }
static shim_decoder *create_of_words(void) { return create_of(2); }

static shim_status damaged(xbm_decoder *decoder, int kind) {
  decoder->is_broken = 1;
  shim_failure(&decoder->head, SHIM_CORRUPT,
               kind == END ? "the file ends too early" : "a sample is no hexadecimal number of its size");
  return shim_tolerates(&decoder->head, kind) ? SHIM_OK : SHIM_CORRUPT;
}

/* The next byte, which stays the next one; LIST_END at the file's end, UNREAD if it can't be read. */
static int peek(xbm_decoder *decoder) {
  shim_window *window = &decoder->window;
  if (window->at == window->filled) {
    ssize_t count = shim_input_fill(&decoder->head.input, window->bytes, SHIM_WINDOW);
    if (count <= 0) return count < 0 ? UNREAD : LIST_END;
    window->at = 0;
    window->filled = (size_t)count;
  }
  return window->bytes[window->at];
}

/* Goes to the byte after the next one, and returns it as peek does. */
static int step(xbm_decoder *decoder) {
  decoder->window.at++;
  return peek(decoder);
}

static int digit(int byte) {
  if (byte >= '0' && byte <= '9') return byte - '0';
  const int letter = byte | 32;
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

static int is_blank(int byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

/* The next number, such as 0x1f, with blanks and commas before it; negative if there is none. */
static int next_number(xbm_decoder *decoder) {
  const int most = (1 << 8 * decoder->number_bytes) - 1;
  int byte = peek(decoder);
  while (is_blank(byte) || byte == ',') byte = step(decoder);
  if (byte == '}') return LIST_END;
  if (byte < 0) return byte;
  if (byte != '0') return NO_NUMBER;
  byte = step(decoder);
  if (byte == 'x' || byte == 'X') byte = step(decoder);
  else if (byte >= 0) return NO_NUMBER;
  if (byte < 0) return byte;
  int value = digit(byte);
  if (value < 0) return NO_NUMBER;
  for (byte = step(decoder); digit(byte) >= 0; byte = step(decoder)) {
    value = value << 4 | digit(byte);
    if (value > most) return NO_NUMBER;
  }
  if (byte == UNREAD) return UNREAD;
  return byte == ',' || byte == '}' || byte == LIST_END || is_blank(byte) ? value : NO_NUMBER;
}

/* Reads the numbers of the next row. Numbers that are missing are 0. */
static shim_status read_bits(xbm_decoder *decoder) {
  memset(decoder->bits, 0, decoder->row_bytes);
  decoder->row++;
  for (size_t at = 0; at < decoder->row_bytes && !decoder->is_broken; at += (size_t)decoder->number_bytes) {
    const int number = next_number(decoder);
    if (number == UNREAD) return shim_unread(&decoder->head);
    if (number < 0) return damaged(decoder, number == LIST_END ? END : DATA);
    decoder->bits[at] = (uint8_t)(number & 255);
    if (decoder->number_bytes == 2) decoder->bits[at + 1] = (uint8_t)(number >> 8);
  }
  return SHIM_OK;
}

/* Reads rows up to row `end`. */
static shim_status skip(xbm_decoder *decoder, int32_t end) {
  while (decoder->row < end && !decoder->is_broken) {
    if (shim_is_late(&decoder->head)) return SHIM_TIMEOUT;
    shim_status status = read_bits(decoder);
    if (status != SHIM_OK) return status;
  }
  return SHIM_OK;
}

static shim_status start(shim_decoder *head, shim_decode_layout *layout) {
  xbm_decoder *decoder = (xbm_decoder *)head;
  const shim_decode_request *request = &head->request;
  (void)layout;
  if (request->color != SHIM_GREY || request->has_alpha || request->sample_bytes != 1 || request->eighths != 8 ||
      !shim_has_region(request, request->width, request->height)) {
    return SHIM_CHANGED;
  }
  const int64_t pixels = 8 * decoder->number_bytes;
  decoder->row_bytes = (size_t)((request->width + pixels - 1) / pixels * decoder->number_bytes);
  decoder->bits = malloc(decoder->row_bytes);
  decoder->samples = malloc((size_t)request->region_width);
  if (!decoder->bits || !decoder->samples) return SHIM_NO_MEMORY;
  return skip(decoder, request->y);
}

static shim_status read_rows(shim_decoder *head, uint8_t *into, size_t row_bytes, size_t plane_bytes, int32_t rows) {
  xbm_decoder *decoder = (xbm_decoder *)head;
  const shim_decode_request *request = &head->request;
  for (int32_t row = 0; row < rows; row++, into += row_bytes) {
    if (shim_is_late(head)) return SHIM_TIMEOUT;
    shim_status status = read_bits(decoder);
    if (status != SHIM_OK) return status;
    for (int32_t column = 0; column < request->region_width; column++) {
      const int32_t x = request->x + column;
      decoder->samples[column] = decoder->bits[x / 8] >> x % 8 & 1 ? 0 : 255;
    }
    shim_put_columns(request, decoder->samples, into, plane_bytes);
  }
  return SHIM_OK;
}

/* Reads the rows that are left, to find damage in them. */
static shim_status drain(shim_decoder *head, int64_t limit) {
  xbm_decoder *decoder = (xbm_decoder *)head;
  (void)limit;
  return decoder->samples ? skip(decoder, head->request.height) : SHIM_OK;
}

const shim_decoding shim_xbm = {create, start, read_rows, drain, NULL, destroy, NULL, damages, 1};
const shim_decoding shim_xbm_words = {create_of_words, start, read_rows, drain, NULL, destroy, NULL, damages, 1};
