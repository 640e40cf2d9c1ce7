#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "encoding.h"

typedef struct {
  shim_encoder head;
  png_structp png;
  png_infop info;
  jmp_buf step;
  shim_status status;
  /* One row, interleaved. */
  uint8_t *line;
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
  free(encoder->line);
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

static shim_status start(shim_encoder *head) {
  png_encoder *encoder = (png_encoder *)head;
  const shim_encode_request *request = &head->request;
  if (request->color != SHIM_GREY && request->color != SHIM_RGB) return SHIM_FAILED;
  encoder->line = malloc((size_t)request->width * (size_t)(shim_planes(request) * request->sample_bytes));
  if (!encoder->line) return SHIM_NO_MEMORY;
  if (setjmp(encoder->step)) return encoder->status;
  png_set_write_fn(encoder->png, encoder, put_bytes, flush);
  png_set_user_limits(encoder->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  int depth = request->colors > 0 ? palette_depth(request->colors) : request->sample_bytes * 8;
  png_set_IHDR(encoder->png, encoder->info, (png_uint_32)request->width, (png_uint_32)request->height, depth,
               request->colors > 0 ? PNG_COLOR_TYPE_PALETTE : color_type(request), PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_benign_errors(encoder->png, 1);
  if (request->colors > 0) put_palette(encoder);
  if (request->resolution.x > 0) {
    png_set_pHYs(encoder->png, encoder->info, (png_uint_32)request->resolution.x, (png_uint_32)request->resolution.y,
                 request->resolution.unit);
  }
  png_set_compression_level(encoder->png, request->level);
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
  if (encoder->head.request.sample_bytes == 2) png_set_swap(encoder->png);
  png_set_packing(encoder->png);
}

static shim_status write_rows(shim_encoder *head, const uint8_t *const *planes, const size_t *row_bytes, int32_t rows) {
  png_encoder *encoder = (png_encoder *)head;
  if (setjmp(encoder->step)) return encoder->status;
  begin(encoder);
  for (int32_t row = 0; row < rows; row++) {
    shim_take_row(&head->request, planes, row_bytes, row, encoder->line);
    png_write_row(encoder->png, encoder->line);
  }
  return SHIM_OK;
}

static shim_status finish(shim_encoder *head) {
  png_encoder *encoder = (png_encoder *)head;
  if (setjmp(encoder->step)) return encoder->status;
  /* Without the info struct: libpng would write EXIF again from it. */
  png_write_end(encoder->png, NULL);
  return SHIM_OK;
}

const shim_encoding shim_png = {create, start, add_metadata, write_rows, finish, destroy};
