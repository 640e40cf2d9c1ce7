#define _GNU_SOURCE

#include "codec_png.h"

#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "input.h"

enum {
  SOURCE_BUFFER = 1 << 16,
  LAST_CHUNK = 12,
  /* Bytes of the picture that libpng takes at once: of less that is left of a file it takes none. */
  DATA_READ = 256,
  LONGEST_SIDE = 65500,
};

/* The most memory of a chunk that isn't pixels: an ICC profile. */
static const png_alloc_size_t MOST_CHUNK_BYTES = 4 << 20;
/* The length and the type of the last chunk; its checksum follows. */
static const png_byte IEND[] = {0, 0, 0, 0, 'I', 'E', 'N', 'D'};

struct shim_png_decoder {
  png_structp png;
  png_infop info;
  jmp_buf step;
  shim_status status;
  shim_input input;
  shim_lender lender;
  shim_decode_request request;
  int32_t height;
  int channels;
  /* The file ended before libpng had all that it wanted. */
  int has_ended;
  int lacks_memory;
  /* No more rows come; the one that was under way may have come whole. */
  int is_broken, has_line;
  /* All of an interlaced picture was read. */
  int has_whole;
  /* The last chunk was read. */
  int has_last;
  /* libpng's warnings are counted. */
  int is_counting;
  /* The next row. */
  int32_t row;
  int32_t damage[SHIM_PNG_KINDS];
  char message[SHIM_MESSAGE_SIZE];
  /* One row, interleaved; and all of them where the picture is interlaced. */
  png_bytep line, whole;
  size_t line_bytes;
  size_t at, filled;
  /* The buffer, behind room for the end of what was in it. */
  uint8_t window[LAST_CHUNK + SOURCE_BUFFER];
};

static void leave(shim_png_decoder *decoder, shim_status status, const char *message) {
  decoder->status = status;
  strncpy(decoder->message, message, SHIM_MESSAGE_SIZE - 1);
  longjmp(decoder->step, 1);
}

/* Counts damage; true when the decode may go on. */
static int tolerates(shim_png_decoder *decoder, int kind) {
  static const shim_on_corrupt classes[SHIM_PNG_KINDS] = {
      [SHIM_PNG_DATA] = SHIM_FAIL_ON_ERROR,
      [SHIM_PNG_END] = SHIM_FAIL_ON_TRUNCATED,
      [SHIM_PNG_WARNING] = SHIM_FAIL_ON_WARNING,
  };
  decoder->damage[kind]++;
  return classes[kind] < decoder->request.on_corrupt;
}

static void fail(png_structp png, png_const_charp message) {
  shim_png_decoder *decoder = png_get_error_ptr(png);
  leave(decoder, decoder->lacks_memory ? SHIM_NO_MEMORY : SHIM_CORRUPT, message);
}

static void warn(png_structp png, png_const_charp message) {
  shim_png_decoder *decoder = png_get_error_ptr(png);
  decoder->lacks_memory = 0; /* what it was for can be done without */
  if (!decoder->is_counting || tolerates(decoder, SHIM_PNG_WARNING)) return;
  leave(decoder, SHIM_CORRUPT, message);
}

static png_voidp take(png_structp png, png_alloc_size_t size) {
  png_voidp memory = malloc(size);
  if (!memory) ((shim_png_decoder *)png_get_mem_ptr(png))->lacks_memory = 1;
  return memory;
}

static void give(png_structp png, png_voidp memory) {
  (void)png;
  free(memory);
}

static uint8_t *buffer(shim_png_decoder *decoder) { return decoder->window + LAST_CHUNK; }

/* The bytes read into the buffer: 0 at the end of the file. */
static size_t fill(shim_png_decoder *decoder) {
  ssize_t count = shim_input_fill(&decoder->input, buffer(decoder), SOURCE_BUFFER);
  if (count < 0) leave(decoder, SHIM_READ_ERROR, strerror(decoder->input.read_errno));
  decoder->at = 0;
  decoder->filled = (size_t)count;
  return decoder->filled;
}

static void read_bytes(png_structp png, png_bytep into, size_t wanted) {
  shim_png_decoder *decoder = png_get_io_ptr(png);
  while (wanted > 0) {
    if (decoder->at == decoder->filled && fill(decoder) == 0) {
      decoder->has_ended = 1;
      png_error(png, "the file ends too early");
    }
    size_t count = decoder->filled - decoder->at;
    if (count > wanted) count = wanted;
    memcpy(into, buffer(decoder) + decoder->at, count);
    decoder->at += count;
    into += count;
    wanted -= count;
  }
}

shim_png_decoder *shim_png_decoder_create(int fd, void *digest, shim_lender lender) {
  shim_png_decoder *decoder = malloc(sizeof *decoder);
  if (!decoder) return NULL;
  memset(decoder, 0, offsetof(shim_png_decoder, window));
  decoder->input = shim_input_of(fd, (shim_range){0, INT64_MAX}, digest);
  decoder->lender = lender;
  if (!setjmp(decoder->step)) {
    decoder->png =
        png_create_read_struct_2(PNG_LIBPNG_VER_STRING, decoder, fail, warn, decoder, take, give);
    if (decoder->png) decoder->info = png_create_info_struct(decoder->png);
  }
  if (!decoder->info) {
    shim_png_decoder_destroy(decoder);
    return NULL;
  }
  return decoder;
}

/* Some of these may be large, and nobody looks at them here. */
static void ignore_chunks(png_structp png, int wants_profile) {
  static const png_byte names[] = "iCCP\0bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0"
                                  "sRGB\0tEXt\0tIME\0zTXt";
  enum { NAME = 5, COUNT = sizeof names / NAME };
  int first = wants_profile ? 1 : 0;
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, names + first * NAME, COUNT - first);
}

/* The planes asked for, of 8 bits, whatever the file has. */
static void set_transforms(shim_png_decoder *decoder) {
  png_structp png = decoder->png;
  png_set_expand(png);
  png_set_scale_16(png);
  int type = png_get_color_type(png, decoder->info);
  if (!(type & PNG_COLOR_MASK_COLOR) && decoder->request.color != SHIM_GREY) png_set_gray_to_rgb(png);
  /* libpng drops a tRNS that is damaged. */
  int has_alpha = (type & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, decoder->info, PNG_INFO_tRNS);
  if (!has_alpha && decoder->request.has_alpha) png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
  if (has_alpha && !decoder->request.has_alpha) png_set_strip_alpha(png);
}

static int is_as_planned(const shim_png_decoder *decoder) {
  const shim_decode_request *request = &decoder->request;
  int64_t width = png_get_image_width(decoder->png, decoder->info);
  int64_t height = png_get_image_height(decoder->png, decoder->info);
  return width == request->width && height == request->height && request->color != SHIM_YCBCR &&
         request->x >= 0 && request->y >= 0 &&
         request->region_width > 0 && request->region_height > 0 &&
         (int64_t)request->x + request->region_width <= width &&
         (int64_t)request->y + request->region_height <= height;
}

static void check_deadline(shim_png_decoder *decoder) {
  if (shim_now() > decoder->request.deadline) leave(decoder, SHIM_TIMEOUT, "");
}

/* Where row y of an interlaced picture lies. */
static png_bytep whole_row(const shim_png_decoder *decoder, int32_t y) {
  return decoder->whole + (size_t)y * decoder->line_bytes;
}

/* Reads an interlaced picture, all of it: its last pass has something of every row. */
static void read_whole(shim_png_decoder *decoder, int passes) {
  size_t size = decoder->line_bytes * (size_t)decoder->height;
  decoder->whole = decoder->lender.take(decoder->lender.owner, size);
  if (!decoder->whole) leave(decoder, SHIM_NO_MEMORY, "");
  memset(decoder->whole, 0, size);
  for (int pass = 0; pass < passes; pass++) {
    for (int32_t y = 0; y < decoder->height; y++) {
      check_deadline(decoder);
      png_read_row(decoder->png, NULL, whole_row(decoder, y));
    }
  }
  decoder->has_whole = 1;
}

/* After libpng has left: what the step ends with. */
static shim_status left(shim_png_decoder *decoder) {
  if (decoder->status != SHIM_CORRUPT || !decoder->line) return decoder->status;
  decoder->is_broken = 1;
  decoder->has_line = 1;
  return tolerates(decoder, decoder->has_ended ? SHIM_PNG_END : SHIM_PNG_DATA) ? SHIM_OK : SHIM_CORRUPT;
}

/* Reads the header. */
static shim_status begin(shim_png_decoder *decoder) {
  png_structp png = decoder->png;
  const shim_decode_request *request = &decoder->request;
  png_set_read_fn(png, decoder, read_bytes);
  png_set_user_limits(png, LONGEST_SIDE, LONGEST_SIDE);
  png_set_chunk_malloc_max(png, MOST_CHUNK_BYTES);
  png_set_compression_buffer_size(png, DATA_READ);
  ignore_chunks(png, request->wants_profile);
  png_read_info(png, decoder->info);
  if (!is_as_planned(decoder)) return SHIM_CHANGED;
  set_transforms(decoder);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, decoder->info);
  decoder->height = request->height;
  decoder->channels = png_get_channels(png, decoder->info);
  if (decoder->channels != (request->color == SHIM_GREY ? 1 : 3) + (request->has_alpha ? 1 : 0)) return SHIM_CHANGED;
  decoder->line_bytes = png_get_rowbytes(png, decoder->info);
  decoder->line = calloc(1, decoder->line_bytes);
  if (!decoder->line) return SHIM_NO_MEMORY;
  decoder->is_counting = 1;
  if (passes > 1) read_whole(decoder, passes);
  return SHIM_OK;
}

/* The samples of a row, each channel to a plane of its own. */
static void put_row(const shim_png_decoder *decoder, const uint8_t *row, uint8_t *into, size_t plane_bytes) {
  size_t channels = (size_t)decoder->channels;
  const uint8_t *first = row + (size_t)decoder->request.x * channels;
  for (size_t channel = 0; channel < channels; channel++, into += plane_bytes) {
    const uint8_t *sample = first + channel;
    for (int32_t x = 0; x < decoder->request.region_width; x++, sample += channels) into[x] = *sample;
  }
}

/* The next row, interleaved; 0 behind damage. */
static const uint8_t *next_row(shim_png_decoder *decoder) {
  check_deadline(decoder);
  if (decoder->whole) return whole_row(decoder, decoder->row);
  if (!decoder->has_line) memset(decoder->line, 0, decoder->line_bytes);
  decoder->has_line = 0;
  if (!decoder->is_broken) png_read_row(decoder->png, decoder->line, NULL);
  return decoder->line;
}

shim_status shim_png_decoder_start(shim_png_decoder *decoder, const shim_decode_request *request,
                                   shim_decode_layout *layout) {
  decoder->request = *request;
  layout->first_column = request->x;
  layout->row_width = request->region_width;
  if (setjmp(decoder->step)) {
    if (left(decoder) != SHIM_OK) return decoder->status;
  } else {
    shim_status status = begin(decoder);
    if (status != SHIM_OK) return status;
  }
  for (; decoder->row < request->y; decoder->row++) next_row(decoder);
  return SHIM_OK;
}

shim_status shim_png_decoder_read(shim_png_decoder *decoder, uint8_t *into, size_t row_bytes, size_t plane_bytes,
                                  int32_t rows) {
  const int32_t first = decoder->row;
  if (setjmp(decoder->step) && left(decoder) != SHIM_OK) return decoder->status;
  for (; decoder->row < first + rows; decoder->row++) {
    put_row(decoder, next_row(decoder), into + (size_t)(decoder->row - first) * row_bytes, plane_bytes);
  }
  return SHIM_OK;
}

/* True when the last chunk is among the bytes that are left; reads them, up to `limit`. */
static int drain(shim_png_decoder *decoder, int64_t limit) {
  enum { OVERLAP = LAST_CHUNK - 1 };
  const uint8_t *start = buffer(decoder) + decoder->at;
  int found = 0;
  while (1) {
    const uint8_t *end = buffer(decoder) + decoder->filled;
    size_t count = (size_t)(end - start);
    /* Behind its type stands its checksum, right or wrong. */
    found = found || (count >= LAST_CHUNK && memmem(start, count - 4, IEND, sizeof IEND));
    if (decoder->input.offset >= limit) return found;
    size_t kept = count < OVERLAP ? count : OVERLAP;
    memmove(buffer(decoder) - kept, end - kept, kept);
    if (fill(decoder) == 0) return found;
    start = buffer(decoder) - kept;
  }
}

/* Reads the chunks behind a picture that was read to its last row. */
static shim_status finish(shim_png_decoder *decoder) {
  int has_rows = decoder->has_whole || decoder->row == decoder->height;
  if (!decoder->line || !has_rows || decoder->is_broken) return SHIM_OK;
  if (setjmp(decoder->step)) return left(decoder);
  png_read_end(decoder->png, NULL);
  decoder->has_last = 1;
  return SHIM_OK;
}

shim_status shim_png_decoder_drain(shim_png_decoder *decoder, int64_t limit) {
  const shim_status status = finish(decoder);
  if (setjmp(decoder->step)) return decoder->status;
  int is_complete = drain(decoder, limit) || decoder->has_last || decoder->is_broken || !decoder->line;
  if (status != SHIM_OK || is_complete || tolerates(decoder, SHIM_PNG_END)) return status;
  strcpy(decoder->message, "the file ends too early");
  return SHIM_CORRUPT;
}

void shim_png_decoder_time_reads(shim_png_decoder *decoder) { decoder->input.is_timed = 1; }
int64_t shim_png_decoder_read_time(const shim_png_decoder *decoder) { return decoder->input.read_time; }
int32_t shim_png_decoder_damage(const shim_png_decoder *decoder, int kind) { return decoder->damage[kind]; }
int shim_png_decoder_errno(const shim_png_decoder *decoder) { return decoder->input.read_errno; }
const char *shim_png_decoder_message(const shim_png_decoder *decoder) { return decoder->message; }

const uint8_t *shim_png_decoder_profile(shim_png_decoder *decoder, size_t *size) {
  png_charp name = NULL;
  png_bytep profile = NULL;
  png_uint_32 length = 0;
  int method = 0;
  if (setjmp(decoder->step)) return NULL;
  if (!png_get_iCCP(decoder->png, decoder->info, &name, &method, &profile, &length)) return NULL;
  *size = length;
  return profile;
}

void shim_png_decoder_destroy(shim_png_decoder *decoder) {
  if (!setjmp(decoder->step)) png_destroy_read_struct(&decoder->png, &decoder->info, NULL);
  free(decoder->line);
  free(decoder);
}

const char *shim_libpng_version(void) { return PNG_LIBPNG_VER_STRING; }
