#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tiffio.h>

#include "encoding.h"

/* Bytes of a strip before compression, unless a row is longer. */
enum { STRIP = 1 << 16 };

typedef struct {
  shim_encoder head;
  TIFF *tiff;
  /* The file written so far; libtiff goes back in it. */
  shim_output file;
  size_t place;
  int lacks_memory;
  /* One row, interleaved. */
  uint8_t *line;
  size_t line_bytes;
  /* The next row. */
  uint32_t row;
  int has_exif;
} tiff_encoder;

static int fail(TIFF *tiff, void *owner, const char *module, const char *format, va_list values) {
  (void)tiff;
  (void)module;
  vsnprintf(((tiff_encoder *)owner)->head.message, SHIM_MESSAGE_SIZE, format, values);
  return 1;
}

static int warn(TIFF *tiff, void *owner, const char *module, const char *format, va_list values) {
  (void)tiff;
  (void)owner;
  (void)module;
  (void)format;
  (void)values;
  return 1;
}

static tmsize_t read_back(thandle_t handle, void *into, tmsize_t size) {
  tiff_encoder *encoder = handle;
  size_t left = encoder->place < encoder->file.count ? encoder->file.count - encoder->place : 0;
  size_t count = size < 0 ? 0 : (size_t)size < left ? (size_t)size : left;
  memcpy(into, encoder->file.bytes + encoder->place, count);
  encoder->place += count;
  return (tmsize_t)count;
}

static tmsize_t put_bytes(thandle_t handle, void *bytes, tmsize_t size) {
  tiff_encoder *encoder = handle;
  shim_output *file = &encoder->file;
  size_t end = encoder->place + (size_t)size;
  if (size < 0 || (end > file->count && !shim_output_reserve(file, end - file->count))) {
    encoder->lacks_memory = 1;
    return -1;
  }
  if (encoder->place > file->count) memset(file->bytes + file->count, 0, encoder->place - file->count);
  memcpy(file->bytes + encoder->place, bytes, (size_t)size);
  encoder->place = end;
  if (end > file->count) file->count = end;
  return size;
}

static toff_t seek(thandle_t handle, toff_t offset, int whence) {
  tiff_encoder *encoder = handle;
  size_t base = whence == SEEK_CUR ? encoder->place : whence == SEEK_END ? encoder->file.count : 0;
  encoder->place = base + (size_t)offset;
  return (toff_t)encoder->place;
}

static int close_nothing(thandle_t handle) {
  (void)handle;
  return 0;
}

static toff_t size_of(thandle_t handle) { return ((tiff_encoder *)handle)->file.count; }

static void destroy(shim_encoder *head) {
  tiff_encoder *encoder = (tiff_encoder *)head;
  if (encoder->tiff) TIFFClose(encoder->tiff);
  free(encoder->file.bytes);
  free(encoder->line);
  free(encoder);
}

static shim_encoder *create(void) { return calloc(1, sizeof(tiff_encoder)); }

static shim_status failure(const tiff_encoder *encoder) { return encoder->lacks_memory ? SHIM_NO_MEMORY : SHIM_FAILED; }

/* Begins a classic TIFF in little-endian order. */
static shim_status open_file(tiff_encoder *encoder) {
  TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
  if (!options) return SHIM_NO_MEMORY;
  TIFFOpenOptionsSetErrorHandlerExtR(options, fail, encoder);
  TIFFOpenOptionsSetWarningHandlerExtR(options, warn, encoder);
  encoder->tiff = TIFFClientOpenExt("TIFF", "wlm", encoder, read_back, put_bytes, seek, close_nothing, size_of, NULL, NULL,
                                    options);
  TIFFOpenOptionsFree(options);
  return encoder->tiff ? SHIM_OK : failure(encoder);
}

static int set_compression(TIFF *tiff, shim_tiff_compression compression) {
  int is_lzw = compression == SHIM_TIFF_LZW;
  if (compression == SHIM_TIFF_NONE) return TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
  return TIFFSetField(tiff, TIFFTAG_COMPRESSION, is_lzw ? COMPRESSION_LZW : COMPRESSION_ADOBE_DEFLATE) &&
         TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
}

/* Sets the directory's fields; 0 if libtiff refuses one. */
static int set_fields(const tiff_encoder *encoder) {
  TIFF *tiff = encoder->tiff;
  const shim_encode_request *request = &encoder->head.request;
  uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
  uint32_t rows = STRIP / encoder->line_bytes > 1 ? (uint32_t)(STRIP / encoder->line_bytes) : 1;
  return TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, (uint32_t)request->width) &&
         TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, (uint32_t)request->height) &&
         TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, request->sample_bytes * 8) &&
         TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, shim_planes(request)) &&
         TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, request->color == SHIM_GREY ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB) &&
         (!request->has_alpha || TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha)) &&
         TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
         TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, rows) &&
         /* Square pixels of unknown size. */
         TIFFSetField(tiff, TIFFTAG_XRESOLUTION, 1.0) && TIFFSetField(tiff, TIFFTAG_YRESOLUTION, 1.0) &&
         TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_NONE) && set_compression(tiff, request->compression);
}

static shim_status start(shim_encoder *head) {
  tiff_encoder *encoder = (tiff_encoder *)head;
  const shim_encode_request *request = &head->request;
  if (request->color != SHIM_GREY && request->color != SHIM_RGB) return SHIM_FAILED;
  encoder->line_bytes = (size_t)request->width * (size_t)(shim_planes(request) * request->sample_bytes);
  encoder->line = malloc(encoder->line_bytes);
  if (!encoder->line) return SHIM_NO_MEMORY;
  shim_status status = open_file(encoder);
  if (status != SHIM_OK) return status;
  return set_fields(encoder) ? SHIM_OK : failure(encoder);
}

enum { HEADER = 8, FIELD = 12 };

static uint32_t number(const uint8_t *bytes, int count) {
  uint32_t value = 0;
  for (int place = 0; place < count; place++) value |= (uint32_t)bytes[place] << (8 * place);
  return value;
}

static void put_number(uint8_t *bytes, uint32_t value, int count) {
  for (int place = 0; place < count; place++) bytes[place] = (uint8_t)(value >> (8 * place));
}

/* The number of fields in the directory at `place`; 0 if they don't lie in the file. */
static size_t fields_at(const shim_output *file, size_t place) {
  if (place < HEADER || file->count < 6 || place > file->count - 6) return 0;
  size_t count = number(file->bytes + place, 2);
  return count <= (file->count - 6 - place) / FIELD ? count : 0;
}

/* Puts a block of EXIF after the header, where its offsets are valid in the file. The block has the file's byte
   order, with its first directory directly after its own header. It is written before any pixel. */
static shim_status set_exif(tiff_encoder *encoder, const uint8_t *exif, size_t size) {
  shim_output *file = &encoder->file;
  if (size <= HEADER || file->count != HEADER || number(exif + 4, 4) != HEADER) return SHIM_REFUSED;
  size_t padded = size + size % 2;
  if (!shim_output_reserve(file, padded - HEADER)) return SHIM_NO_MEMORY;
  memcpy(file->bytes + HEADER, exif + HEADER, size - HEADER);
  if (padded > size) file->bytes[size] = 0;
  file->count = padded;
  encoder->has_exif = fields_at(file, HEADER) > 0;
  return encoder->has_exif ? SHIM_OK : SHIM_REFUSED;
}

/* Merges the fields of libtiff's directory and of EXIF's; if both have a field, EXIF's is written. */
static shim_status merge_exif(tiff_encoder *encoder) {
  shim_output *file = &encoder->file;
  size_t own = number(file->bytes + 4, 4), own_left = fields_at(file, own), exif_left = fields_at(file, HEADER);
  if (own_left == 0) return SHIM_FAILED;
  size_t start = file->count + file->count % 2, most = 2 + FIELD * (own_left + exif_left) + 4;
  if (start + most > UINT32_MAX || !shim_output_reserve(file, start - file->count + most)) return SHIM_NO_MEMORY;
  memset(file->bytes + file->count, 0, start - file->count + most);
  const uint8_t *left = file->bytes + own + 2, *right = file->bytes + HEADER + 2;
  uint8_t *into = file->bytes + start + 2;
  size_t count = 0;
  for (; own_left + exif_left > 0; count++, into += FIELD) {
    uint32_t own_tag = own_left ? number(left, 2) : UINT32_MAX, exif_tag = exif_left ? number(right, 2) : UINT32_MAX;
    memcpy(into, exif_tag <= own_tag ? right : left, FIELD);
    if (own_tag <= exif_tag) left += FIELD, own_left--;
    if (exif_tag <= own_tag) right += FIELD, exif_left--;
  }
  put_number(file->bytes + start, (uint32_t)count, 2);
  put_number(file->bytes + 4, (uint32_t)start, 4);
  file->count = start + 2 + FIELD * count + 4;
  return SHIM_OK;
}

static shim_status add_metadata(shim_encoder *head, shim_metadata kind, const uint8_t *bytes, size_t count) {
  tiff_encoder *encoder = (tiff_encoder *)head;
  switch (kind) {
  case SHIM_EXIF: return set_exif(encoder, bytes, count);
  case SHIM_XMP: return TIFFSetField(encoder->tiff, TIFFTAG_XMLPACKET, (uint32_t)count, bytes) ? SHIM_OK : SHIM_REFUSED;
  case SHIM_ICC: return TIFFSetField(encoder->tiff, TIFFTAG_ICCPROFILE, (uint32_t)count, bytes) ? SHIM_OK : SHIM_REFUSED;
  default: return SHIM_REFUSED;
  }
}

static shim_status write_rows(shim_encoder *head, const uint8_t *const *planes, const size_t *row_bytes, int32_t rows) {
  tiff_encoder *encoder = (tiff_encoder *)head;
  for (int32_t row = 0; row < rows; row++, encoder->row++) {
    shim_take_row(&head->request, planes, row_bytes, row, encoder->line);
    if (TIFFWriteScanline(encoder->tiff, encoder->line, encoder->row, 0) < 0) return failure(encoder);
  }
  return SHIM_OK;
}

/* Passes on the file. */
static shim_status finish(shim_encoder *head) {
  tiff_encoder *encoder = (tiff_encoder *)head;
  if (!TIFFFlush(encoder->tiff)) return failure(encoder);
  if (encoder->has_exif) {
    shim_status status = merge_exif(encoder);
    if (status != SHIM_OK) return status;
  }
  shim_output empty = head->output;
  head->output = encoder->file;
  encoder->file = empty;
  encoder->file.count = encoder->place = 0;
  TIFFCleanup(encoder->tiff);
  encoder->tiff = NULL;
  return SHIM_OK;
}

const shim_encoding shim_tiff = {create, start, add_metadata, write_rows, finish, destroy};
