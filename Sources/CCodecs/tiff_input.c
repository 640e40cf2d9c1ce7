#include <stdarg.h>
#include <stdio.h>

#include "tiff_decoding.h"

/* The largest allocation of libtiff: the limit for a strip, a row of tiles or a directory. */
static const tmsize_t MOST_BYTES_AT_ONCE = (tmsize_t)1 << 30;

static void say(shim_tiff_decoder *decoder, const char *format, va_list values) {
  if (!decoder->errors && !decoder->is_refused) vsnprintf(decoder->said, sizeof decoder->said, format, values);
}

static int fail(TIFF *tiff, void *owner, const char *module, const char *format, va_list values) {
  (void)tiff;
  (void)module;
  shim_tiff_decoder *decoder = owner;
  say(decoder, format, values);
  decoder->errors = 1;
  return 1;
}

static int warn(TIFF *tiff, void *owner, const char *module, const char *format, va_list values) {
  (void)tiff;
  (void)module;
  shim_tiff_decoder *decoder = owner;
  if (!decoder->is_counting || shim_tolerates(&decoder->head, SHIM_TIFF_WARNING)) return 1;
  say(decoder, format, values);
  decoder->is_refused = 1;
  return 1;
}

/* Replaces the first directory's offset by the requested one, if these bytes include that part of the header. */
static void lead_to_directory(const shim_tiff_decoder *decoder, uint8_t *bytes, int64_t count) {
  for (int64_t at = 0; at < decoder->first_bytes; at++) {
    int64_t place = decoder->first_place + at - decoder->place;
    if (place >= 0 && place < count) bytes[place] = decoder->first_directory[at];
  }
}

static tmsize_t read_bytes(thandle_t handle, void *into, tmsize_t size) {
  shim_tiff_decoder *decoder = handle;
  if (size <= 0) return 0;
  int64_t offset = decoder->head.input.range.begin + decoder->place;
  ssize_t count = decoder->place < decoder->size ? shim_input_read_at(&decoder->head.input, offset, into, (size_t)size) : 0;
  if (count < 0) return -1;
  if (count < size) decoder->has_ended = 1;
  lead_to_directory(decoder, into, count);
  decoder->place += count;
  return count;
}

static tmsize_t write_nothing(thandle_t handle, void *bytes, tmsize_t size) {
  (void)handle;
  (void)bytes;
  (void)size;
  return -1;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence) {
  shim_tiff_decoder *decoder = handle;
  int64_t base = whence == SEEK_CUR ? decoder->place : whence == SEEK_END ? decoder->size : 0;
  int64_t place;
  if (__builtin_add_overflow(base, (int64_t)offset, &place) || place < 0) return (toff_t)-1;
  decoder->place = place;
  return (toff_t)place;
}

static int close_nothing(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size_of(thandle_t handle) { return (toff_t)((shim_tiff_decoder *)handle)->size; }

static shim_status find_size(shim_tiff_decoder *decoder) {
  decoder->size = shim_input_end(&decoder->head.input);
  return decoder->size < 0 ? shim_tiff_settle(decoder, 0) : SHIM_OK;
}

/*
 * Makes libtiff take the requested directory as the first one: to move to another, it would list all directories of
 * the file. The header's offset has 4 bytes, or 8 in BigTIFF.
 */
static shim_status take_directory(shim_tiff_decoder *decoder) {
  uint8_t start[4];
  uint64_t offset = (uint64_t)decoder->head.request.directory;
  if (offset == 0) return SHIM_OK;
  if (shim_input_read_at(&decoder->head.input, decoder->head.input.range.begin, start, sizeof start) < (ssize_t)sizeof start) {
    return decoder->head.input.read_errno ? shim_tiff_settle(decoder, 0) : SHIM_CHANGED;
  }
  int is_big_endian = start[0] == 'M', is_wide = (start[2] | start[3]) == 43;
  decoder->first_bytes = decoder->first_place = is_wide ? 8 : 4;
  if (!is_wide && offset > UINT32_MAX) return SHIM_CHANGED;
  for (int64_t at = 0; at < decoder->first_bytes; at++) {
    int64_t place = is_big_endian ? decoder->first_bytes - 1 - at : at;
    decoder->first_directory[place] = (uint8_t)(offset >> (8 * at));
  }
  return SHIM_OK;
}

shim_status shim_tiff_open(shim_tiff_decoder *decoder) {
  shim_status status = find_size(decoder);
  if (status == SHIM_OK) status = take_directory(decoder);
  if (status != SHIM_OK) return status;
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return SHIM_NO_MEMORY;
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, MOST_BYTES_AT_ONCE);
  TIFFOpenOptionsSetErrorHandlerExtR(options, fail, decoder);
  TIFFOpenOptionsSetWarningHandlerExtR(options, warn, decoder);
  /* Opened for reads without memory mapping, and without splitting of strips. */
  decoder->tiff = TIFFClientOpenExt("TIFF", "rmc", decoder, read_bytes, write_nothing, seek, close_nothing, size_of, NULL,
                                    NULL, options);
  TIFFOpenOptionsFree(options);
  const shim_decode_request *request = &decoder->head.request;
  int is_first = request->page == 0 || request->directory > 0;
  int has_page = decoder->tiff && (is_first || TIFFSetDirectory(decoder->tiff, (tdir_t)request->page));
  if (decoder->head.input.read_errno) return shim_tiff_settle(decoder, 0);
  if (!has_page) return shim_failure(&decoder->head, SHIM_CORRUPT, decoder->said);
  decoder->errors = decoder->has_ended = 0;
  decoder->is_counting = 1;
  return SHIM_OK;
}

shim_status shim_tiff_end(shim_tiff_decoder *decoder) {
  if (shim_tolerates(&decoder->head, SHIM_TIFF_END)) return SHIM_OK;
  return shim_failure(&decoder->head, SHIM_CORRUPT, "the file ends too early");
}

shim_status shim_tiff_settle(shim_tiff_decoder *decoder, int has_failed) {
  shim_decoder *head = &decoder->head;
  int is_damaged = has_failed || decoder->errors, is_refused = decoder->is_refused, has_ended = decoder->has_ended;
  decoder->errors = decoder->is_refused = decoder->has_ended = 0;
  if (head->input.read_errno) return shim_unread(head);
  if (is_damaged && has_ended) return shim_tiff_end(decoder);
  if (is_refused || (is_damaged && !shim_tolerates(head, SHIM_TIFF_DATA))) return shim_failure(head, SHIM_CORRUPT, decoder->said);
  return SHIM_OK;
}
