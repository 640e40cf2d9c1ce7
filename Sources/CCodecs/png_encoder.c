#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "deflate.h"
#include "encoding.h"
#include "png_filter.h"

typedef struct {
  shim_encoder head;
  png_structp png;
  png_infop info;
  jmp_buf step;
  shim_status status;
  /* Bytes of a row in the file and of a pixel, at least 1; bits of a sample. */
  size_t row_bytes, pixel_bytes;
  int bits;
  /* The row by each type of filter, and the row above without a filter, in one block of memory. */
  uint8_t *memory, *rows[SHIM_FILTERS], *above;
  shim_deflater *deflater;
  /* The last added text, with a final 0. */
  char *text;
  int has_begun;
} png_encoder;

static void leave(png_encoder *encoder, shim_status status, const char *message) {
  encoder->status = status;
  strncpy(encoder->head.message, message, SHIM_MESSAGE_SIZE - 1);
  longjmp(encoder->step, 1);
}

static void fail(png_structp png, png_const_charp message) { leave(png_get_error_ptr(png), SHIM_FAILED, message); }

static void warn(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void put_bytes(png_structp png, png_bytep bytes, size_t count) {
  png_encoder *encoder = png_get_io_ptr(png);
  if (!shim_output_add(&encoder->head.output, bytes, count)) leave(encoder, SHIM_NO_MEMORY, "");
}

static void flush(png_structp png) { (void)png; }

static void destroy(shim_encoder *head) {
  png_encoder *encoder = (png_encoder *)head;
  if (!setjmp(encoder->step)) png_destroy_write_struct(&encoder->png, &encoder->info);
  shim_deflater_destroy(encoder->deflater);
  free(encoder->memory);
  free(encoder->text);
  free(encoder);
}

static shim_encoder *create(void) {
  png_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) return NULL;
  if (!setjmp(encoder->step)) {
    encoder->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, encoder, fail, warn);
    if (encoder->png) encoder->info = png_create_info_struct(encoder->png);
  }
  if (encoder->info) return &encoder->head;
  destroy(&encoder->head);
  return NULL;
}

static int color_type(const shim_encode_request *request) {
  return (request->color == SHIM_GREY ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB) |
         (request->has_alpha ? PNG_COLOR_MASK_ALPHA : 0);
}

static int palette_depth(int32_t colors) { return colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8; }

/* Sets the palette chunks. tRNS has alpha up to the last colour that isn't opaque. */
static void put_palette(png_encoder *encoder) {
  const shim_encode_request *request = &encoder->head.request;
  png_color colors[SHIM_MOST_COLORS];
  png_byte alphas[SHIM_MOST_COLORS];
  int translucent = 0;
  for (int32_t i = 0; i < request->colors; i++) {
    const uint8_t *color = request->palette[i];
    colors[i] = (png_color){color[0], color[1], color[2]};
    alphas[i] = color[3];
    if (color[3] < 255) translucent = i + 1;
  }
  png_set_PLTE(encoder->png, encoder->info, colors, request->colors);
  if (translucent > 0) png_set_tRNS(encoder->png, encoder->info, alphas, translucent, NULL);
}

static void put_data(void *owner, const uint8_t *bytes, size_t count) {
  png_write_chunk(((png_encoder *)owner)->png, (png_const_bytep)"IDAT", bytes, count);
}

/* Prepares to filter and to compress rows. */
static shim_status prepare_rows(png_encoder *encoder) {
  const shim_encode_request *request = &encoder->head.request;
  const size_t channels = request->colors > 0 ? 1 : (size_t)shim_planes(request);
  encoder->bits = request->label_bits > 0 ? request->label_bits
                  : request->colors > 0   ? palette_depth(request->colors)
                                          : request->sample_bytes * 8;
  encoder->row_bytes = ((size_t)request->width * channels * (size_t)encoder->bits + 7) / 8;
  encoder->pixel_bytes = (channels * (size_t)encoder->bits + 7) / 8;
  /* Samples of few bits come as bytes. */
  const size_t size = (size_t)request->width * channels * (size_t)request->sample_bytes + SHIM_FILTER_SLACK;
  encoder->memory = calloc(SHIM_FILTERS + 1, size);
  encoder->deflater = shim_deflater_create(
      request->level, (uint64_t)request->height * (encoder->row_bytes + 1), put_data, encoder);
  if (!encoder->memory || !encoder->deflater) return SHIM_NO_MEMORY;
  for (size_t type = 0; type < SHIM_FILTERS; type++) encoder->rows[type] = encoder->memory + type * size;
  encoder->above = encoder->memory + SHIM_FILTERS * size;
  return SHIM_OK;
}

static shim_status start(shim_encoder *head) {
  png_encoder *encoder = (png_encoder *)head;
  const shim_encode_request *request = &head->request;
  if (request->color != SHIM_GREY && request->color != SHIM_RGB) return SHIM_FAILED;
  const shim_status status = prepare_rows(encoder);
  if (status != SHIM_OK) return status;
  if (setjmp(encoder->step)) return encoder->status;
  png_set_write_fn(encoder->png, encoder, put_bytes, flush);
  png_set_user_limits(encoder->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(encoder->png, encoder->info, (png_uint_32)request->width, (png_uint_32)request->height, encoder->bits,
               request->colors > 0 ? PNG_COLOR_TYPE_PALETTE : color_type(request), PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_benign_errors(encoder->png, 1);
  if (request->colors > 0) put_palette(encoder);
  if (request->resolution.x > 0) {
    png_set_pHYs(encoder->png, encoder->info, (png_uint_32)request->resolution.x, (png_uint_32)request->resolution.y,
                 request->resolution.unit);
  }
  return SHIM_OK;
}

/* Keeps text up to its first 0, where libpng ends it. */
static shim_status keep_text(png_encoder *encoder, const uint8_t *bytes, size_t count) {
  if (memchr(bytes, 0, count)) return SHIM_REFUSED;
  free(encoder->text);
  encoder->text = calloc(count + 1, 1);
  if (!encoder->text) return SHIM_NO_MEMORY;
  memcpy(encoder->text, bytes, count);
  return SHIM_OK;
}

/* Primaries and transfer of full-range RGB (PNG, third edition, 11.3.2.6): libpng doesn't know this chunk. */
static void put_color_numbers(png_encoder *encoder, const uint8_t *numbers) {
  png_byte data[] = {numbers[0], numbers[1], 0, 1};
  png_unknown_chunk chunk = {.name = "cICP", .data = data, .size = sizeof data, .location = PNG_HAVE_IHDR};
  png_set_keep_unknown_chunks(encoder->png, PNG_HANDLE_CHUNK_ALWAYS, chunk.name, 1);
  png_set_unknown_chunks(encoder->png, encoder->info, &chunk, 1);
}

static shim_status add_metadata(shim_encoder *head, shim_metadata kind, const uint8_t *bytes, size_t count) {
  png_encoder *encoder = (png_encoder *)head;
  if (kind == SHIM_XMP || kind == SHIM_COMMENT) {
    const shim_status status = keep_text(encoder, bytes, count);
    if (status != SHIM_OK) return status;
  }
  if (setjmp(encoder->step)) return encoder->status;
  png_text text = {.text = encoder->text};
  switch (kind) {
  case SHIM_EXIF:
    png_set_eXIf_1(encoder->png, encoder->info, (png_uint_32)count, (png_bytep)(uintptr_t)bytes);
    return SHIM_OK;
  case SHIM_ICC:
    png_set_iCCP(encoder->png, encoder->info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, bytes, (png_uint_32)count);
    return png_get_valid(encoder->png, encoder->info, PNG_INFO_iCCP) ? SHIM_OK : SHIM_REFUSED;
  case SHIM_CICP:
    if (count != 2) return SHIM_FAILED;
    put_color_numbers(encoder, bytes);
    return SHIM_OK;
  case SHIM_XMP:
    text.compression = PNG_ITXT_COMPRESSION_NONE;
    text.key = (png_charp)(uintptr_t)"XML:com.adobe.xmp";
    text.itxt_length = count;
    break;
  case SHIM_COMMENT:
    text.compression = PNG_TEXT_COMPRESSION_NONE;
    text.key = (png_charp)(uintptr_t)"Comment";
    text.text_length = count;
    break;
  default: return SHIM_FAILED;
  }
  png_set_text(encoder->png, encoder->info, &text, 1);
  return SHIM_OK;
}

/* Called after all metadata. */
static void begin(png_encoder *encoder) {
  if (encoder->has_begun) return;
  encoder->has_begun = 1;
  png_write_info(encoder->png, encoder->info);
}

/* Packs samples of few bits, the first one in the highest bits. */
static void pack(uint8_t *row, int32_t width, int bits) {
  const int per_byte = 8 / bits;
  for (int32_t x = 0; x < width; x++) {
    const int shift = 8 - bits * (x % per_byte + 1);
    uint8_t *byte = row + x / per_byte;
    *byte = (uint8_t)((x % per_byte ? *byte : 0) | row[x] << shift);
  }
}

/* Puts the more significant byte first. */
static void swap(uint8_t *row, size_t count) {
  for (size_t i = 0; i < count; i += 2) {
    const uint8_t low = row[i];
    row[i] = row[i + 1];
    row[i + 1] = low;
  }
}

static void write_row(png_encoder *encoder, const uint8_t *const *planes, const size_t *row_bytes, int32_t y) {
  const shim_encode_request *request = &encoder->head.request;
  uint8_t *const row = encoder->rows[SHIM_FILTER_NONE];
  shim_take_row(request, planes, row_bytes, y, row);
  if (encoder->bits < 8) pack(row, request->width, encoder->bits);
  if (encoder->bits == 16) swap(row, encoder->row_bytes);
  uint8_t type = SHIM_FILTER_NONE;
  /* Filters don't help indices (PNG, third edition, 12.7), nor other labels. */
  if (request->colors == 0 && request->label_bits == 0) {
    type = (uint8_t)shim_filter(encoder->rows, encoder->above, encoder->row_bytes, encoder->pixel_bytes);
  }
  shim_deflater_add(encoder->deflater, &type, 1);
  shim_deflater_add(encoder->deflater, encoder->rows[type], encoder->row_bytes);
  encoder->rows[SHIM_FILTER_NONE] = encoder->above;
  encoder->above = row;
}

static shim_status write_rows(shim_encoder *head, const uint8_t *const *planes, const size_t *row_bytes, int32_t rows) {
  png_encoder *encoder = (png_encoder *)head;
  if (setjmp(encoder->step)) return encoder->status;
  begin(encoder);
  for (int32_t row = 0; row < rows; row++) write_row(encoder, planes, row_bytes, row);
  return SHIM_OK;
}

static shim_status finish(shim_encoder *head) {
  png_encoder *encoder = (png_encoder *)head;
  if (setjmp(encoder->step)) return encoder->status;
  shim_deflater_finish(encoder->deflater);
  /* libpng ends no file whose pixels it hasn't written. */
  png_write_chunk(encoder->png, (png_const_bytep)"IEND", NULL, 0);
  return SHIM_OK;
}

const shim_encoding shim_png = {create, start, add_metadata, write_rows, finish, destroy};
