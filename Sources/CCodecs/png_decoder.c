#define _GNU_SOURCE

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "png_decoding.h"

enum {
  /* Bytes of the picture that libpng reads at once; it takes no smaller rest of a file. */
  DATA_READ = 256,
  LONGEST_SIDE = 65500,
};

/* The most memory for a chunk other than pixels: an ICC profile. */
static const png_alloc_size_t MOST_CHUNK_BYTES = 4 << 20;
/* The length and the type of the last chunk; its checksum follows. */
static const png_byte IEND[] = {0, 0, 0, 0, 'I', 'E', 'N', 'D'};

static const shim_damage damages[] = {
  [SHIM_PNG_DATA] = {"png_data", SHIM_FAIL_ON_ERROR, NULL},
  [SHIM_PNG_END] = {"png_end", SHIM_FAIL_ON_TRUNCATED, NULL},
  [SHIM_PNG_WARNING] = {"png_warning", SHIM_FAIL_ON_WARNING, NULL},
  {0},
};

void shim_png_leave(png_decoder *decoder, shim_status status, const char *message) {
  decoder->status = shim_failure(&decoder->head, status, message);
  longjmp(decoder->step, 1);
}

static void fail(png_structp png, png_const_charp message) {
  png_decoder *decoder = png_get_error_ptr(png);
  shim_png_leave(decoder, decoder->lacks_memory ? SHIM_NO_MEMORY : SHIM_CORRUPT, message);
}

static void warn(png_structp png, png_const_charp message) {
  png_decoder *decoder = png_get_error_ptr(png);
  decoder->lacks_memory = 0; /* an optional chunk: the decode goes on without it */
  if (!decoder->is_counting || shim_tolerates(&decoder->head, SHIM_PNG_WARNING)) return;
  shim_png_leave(decoder, SHIM_CORRUPT, message);
}

static png_voidp take(png_structp png, png_alloc_size_t size) {
  png_voidp memory = malloc(size);
  if (!memory) ((png_decoder *)png_get_mem_ptr(png))->lacks_memory = 1;
  return memory;
}

static void give(png_structp png, png_voidp memory) {
  (void)png;
  free(memory);
}

static uint8_t *buffer(png_decoder *decoder) { return decoder->window + SHIM_PNG_LAST_CHUNK; }

/* Fills the buffer and returns the bytes read: 0 at the end of the file. */
static size_t fill(png_decoder *decoder) {
  ssize_t count = decoder->feed ? (ssize_t)decoder->feed(decoder->feed_owner, buffer(decoder), SHIM_PNG_BUFFER)
                                : shim_input_fill(&decoder->head.input, buffer(decoder), SHIM_PNG_BUFFER);
  if (count < 0) shim_png_leave(decoder, SHIM_READ_ERROR, strerror(decoder->head.input.read_errno));
  decoder->at = 0;
  decoder->filled = (size_t)count;
  return decoder->filled;
}

size_t shim_png_next_bytes(void *owner, const uint8_t **bytes, size_t wanted) {
  png_decoder *decoder = owner;
  if (decoder->at == decoder->filled && fill(decoder) == 0) return 0;
  size_t count = decoder->filled - decoder->at;
  if (count > wanted) count = wanted;
  *bytes = buffer(decoder) + decoder->at;
  decoder->at += count;
  return count;
}

static void read_bytes(png_structp png, png_bytep into, size_t wanted) {
  png_decoder *decoder = png_get_io_ptr(png);
  png_bytep const start = into, end = into + wanted;
  while (into < end) {
    const uint8_t *bytes;
    const size_t count = shim_png_next_bytes(decoder, &bytes, (size_t)(end - into));
    if (count == 0) {
      decoder->has_ended = 1;
      png_error(png, "the file ends too early");
    }
    memcpy(into, bytes, count);
    into += count;
  }
  /* The head of the first IDAT chunk is the last piece that png_read_info reads. */
  if (wanted == SHIM_PNG_CHUNK_HEAD) memcpy(decoder->chunk, start, SHIM_PNG_CHUNK_HEAD);
}

/* Makes libpng's structures. It may leave by longjmp. */
static int make_reader(png_decoder *decoder) {
  decoder->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, decoder, fail, warn, decoder, take, give);
  if (decoder->png) decoder->info = png_create_info_struct(decoder->png);
  return decoder->info != NULL;
}

static void destroy_reader(png_decoder *decoder) {
  png_destroy_read_struct(&decoder->png, &decoder->info, NULL);
  free(decoder->line);
  decoder->line = NULL;
}

void shim_png_destroy(shim_decoder *head) {
  png_decoder *decoder = (png_decoder *)head;
  if (!setjmp(decoder->step)) destroy_reader(decoder);
  png_rows_destroy(decoder->rows);
  shim_png_frames_destroy(decoder->frames);
  free(decoder);
}

static shim_decoder *create(void) {
  png_decoder *decoder = malloc(sizeof *decoder);
  if (!decoder) return NULL;
  memset(decoder, 0, offsetof(png_decoder, window));
  if (!setjmp(decoder->step) && make_reader(decoder)) return &decoder->head;
  shim_png_destroy(&decoder->head);
  return NULL;
}

shim_decoder *shim_png_create_alone(void) {
  shim_decoder *head = create();
  if (head) ((png_decoder *)head)->by_library = 1;
  return head;
}

/* These chunks may be large, and nobody reads them here. */
static void ignore_chunks(png_structp png, int wants_profile) {
  static const png_byte names[] = "iCCP\0bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0"
                                  "sRGB\0tEXt\0tIME\0zTXt";
  enum { NAME = 5, COUNT = sizeof names / NAME };
  int first = wants_profile ? 1 : 0;
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, names + first * NAME, COUNT - first);
}

/* Converts any file to the requested planes and depth. */
static void set_transforms(png_decoder *decoder) {
  png_structp png = decoder->png;
  if (decoder->head.request.wants_labels) {
    png_set_packing(png);
    png_set_swap(png);
    png_set_check_for_invalid_index(png, 0);
    return;
  }
  png_set_expand(png);
  if (decoder->head.request.sample_bytes == 2) {
    png_set_expand_16(png);
    png_set_swap(png);
  } else {
    png_set_scale_16(png);
  }
  int type = png_get_color_type(png, decoder->info);
  if (!(type & PNG_COLOR_MASK_COLOR) && decoder->head.request.color != SHIM_GREY) png_set_gray_to_rgb(png);
  /* libpng drops a damaged tRNS. */
  int has_alpha = (type & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, decoder->info, PNG_INFO_tRNS);
  if (!has_alpha && decoder->head.request.has_alpha) png_set_add_alpha(png, 0xFFFF, PNG_FILLER_AFTER);
  if (has_alpha && !decoder->head.request.has_alpha) png_set_strip_alpha(png);
}

static int is_as_planned(const png_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  int64_t width = png_get_image_width(decoder->png, decoder->info);
  int64_t height = png_get_image_height(decoder->png, decoder->info);
  return width == request->width && height == request->height &&
         (request->color == SHIM_GREY || request->color == SHIM_RGB) && shim_has_region(request, width, height);
}

static void check_deadline(png_decoder *decoder) {
  if (shim_is_late(&decoder->head)) shim_png_leave(decoder, SHIM_TIMEOUT, "");
}

/* The place of row y of an interlaced picture. */
static png_bytep whole_row(const png_decoder *decoder, int32_t y) {
  return decoder->whole + (size_t)y * decoder->line_bytes;
}

/* Reads a whole interlaced picture: its last pass has pixels of every row. */
static void read_whole(png_decoder *decoder, int passes) {
  size_t size = decoder->line_bytes * (size_t)decoder->head.request.height;
  decoder->whole = decoder->head.lender.take(decoder->head.lender.owner, size);
  if (!decoder->whole) shim_png_leave(decoder, SHIM_NO_MEMORY, "");
  memset(decoder->whole, 0, size);
  for (int pass = 0; pass < passes; pass++) {
    for (int32_t y = 0; y < decoder->head.request.height; y++) {
      check_deadline(decoder);
      png_read_row(decoder->png, NULL, whole_row(decoder, y));
    }
  }
  decoder->has_whole = 1;
}

shim_status shim_png_left(png_decoder *decoder) {
  if (decoder->status != SHIM_CORRUPT || !decoder->line) return decoder->status;
  decoder->is_broken = 1;
  decoder->has_line = 1;
  return shim_tolerates(&decoder->head, decoder->has_ended ? SHIM_PNG_END : SHIM_PNG_DATA) ? SHIM_OK : SHIM_CORRUPT;
}

/* The layout of the stored rows; call it before libpng learns of the transforms. */
static png_layout layout_of(png_decoder *decoder) {
  const size_t channels = png_get_channels(decoder->png, decoder->info);
  return (png_layout){
    .height = png_get_image_height(decoder->png, decoder->info),
    .row_bytes = png_get_rowbytes(decoder->png, decoder->info),
    .pixel_bytes = (channels * png_get_bit_depth(decoder->png, decoder->info) + 7) / 8,
    .first_chunk = png_get_uint_32(decoder->chunk),
  };
}

/* Begins to read rows from the first IDAT chunk, without libpng. */
static shim_status begin_rows(png_decoder *decoder, png_layout layout) {
  const int64_t end = shim_input_end(&decoder->head.input);
  if (end < 0) return shim_unread(&decoder->head);
  const int64_t read = decoder->head.input.offset - (int64_t)(decoder->filled - decoder->at);
  decoder->rows = png_rows_create((png_bytes){shim_png_next_bytes, decoder, end - read}, layout);
  return decoder->rows ? SHIM_OK : SHIM_NO_MEMORY;
}

shim_status shim_png_read_header(png_decoder *decoder) {
  png_structp png = decoder->png;
  const shim_decode_request *request = &decoder->head.request;
  png_set_read_fn(png, decoder, read_bytes);
  png_set_user_limits(png, LONGEST_SIDE, LONGEST_SIDE);
  png_set_chunk_malloc_max(png, MOST_CHUNK_BYTES);
  png_set_compression_buffer_size(png, DATA_READ);
  ignore_chunks(png, request->wants_profile);
  if (request->frames > 0) png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep)"acTL\0fcTL", 2);
  png_read_info(png, decoder->info);
  return is_as_planned(decoder) ? SHIM_OK : SHIM_CHANGED;
}

/* Reads the header, and begins with the rows. */
static shim_status begin(png_decoder *decoder) {
  png_structp png = decoder->png;
  const shim_decode_request *request = &decoder->head.request;
  const shim_status status = shim_png_read_header(decoder);
  if (status != SHIM_OK) return status;
  if (request->wants_labels && !shim_png_has_labels(decoder)) return SHIM_CHANGED;
  const int is_plain =
      !decoder->by_library && !request->wants_labels && png_samples_of(png, decoder->info, request, &decoder->samples);
  const png_layout layout = layout_of(decoder);
  set_transforms(decoder);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, decoder->info);
  if (png_get_channels(png, decoder->info) != shim_channels(request)) return SHIM_CHANGED;
  decoder->line_bytes = png_get_rowbytes(png, decoder->info);
  decoder->line = calloc(1, decoder->line_bytes);
  if (!decoder->line) return SHIM_NO_MEMORY;
  decoder->is_counting = 1;
  if (passes > 1) read_whole(decoder, passes);
  return is_plain ? begin_rows(decoder, layout) : SHIM_OK;
}

/* Reads the picture again by libpng up to the current row. */
static void begin_again(png_decoder *decoder) {
  png_rows_destroy(decoder->rows);
  decoder->rows = NULL;
  destroy_reader(decoder);
  if (!make_reader(decoder)) shim_png_leave(decoder, SHIM_NO_MEMORY, "");
  shim_input_restart(&decoder->head.input);
  decoder->at = decoder->filled = 0;
  decoder->is_counting = 0;
  decoder->by_library = 1;
  const shim_status status = begin(decoder);
  if (status != SHIM_OK) shim_png_leave(decoder, status, "");
  for (int32_t y = 0; y < decoder->row; y++) {
    check_deadline(decoder);
    png_read_row(decoder->png, decoder->line, NULL);
  }
}

const uint8_t *shim_png_next_row(png_decoder *decoder) {
  if (decoder->whole) return whole_row(decoder, decoder->row);
  if (!decoder->has_line) memset(decoder->line, 0, decoder->line_bytes);
  decoder->has_line = 0;
  if (!decoder->is_broken) png_read_row(decoder->png, decoder->line, NULL);
  return decoder->line;
}

/* Puts the next row into planes, or skips it if `into` is NULL. */
static void put_row(png_decoder *decoder, uint8_t *into, size_t plane_bytes) {
  check_deadline(decoder);
  if (decoder->rows) {
    const uint8_t *row = png_rows_next(decoder->rows);
    if (row && png_has_colors(&decoder->samples, row, decoder->head.request.width)) {
      if (into) png_put_samples(&decoder->samples, row, &decoder->head.request, into, plane_bytes);
      return;
    }
    begin_again(decoder);
  }
  const uint8_t *row = shim_png_next_row(decoder);
  if (into) shim_put_row(&decoder->head.request, row, into, plane_bytes);
}

shim_status shim_png_start(shim_decoder *head, shim_decode_layout *layout) {
  png_decoder *decoder = (png_decoder *)head;
  if (setjmp(decoder->step)) {
    if (shim_png_left(decoder) != SHIM_OK) return decoder->status;
  } else if (head->request.frames > 0) {
    return shim_png_begin_frames(decoder);
  } else {
    shim_status status = begin(decoder);
    if (status != SHIM_OK) return status;
  }
  for (; decoder->row < head->request.y; decoder->row++) put_row(decoder, NULL, 0);
  return SHIM_OK;
}

static shim_status read_rows(shim_decoder *head, uint8_t *into, size_t row_bytes, size_t plane_bytes, int32_t rows) {
  png_decoder *decoder = (png_decoder *)head;
  const int32_t first = decoder->row;
  if (decoder->frames) {
    for (int32_t row = 0; row < rows; row++) shim_png_put_canvas(decoder, into + (size_t)row * row_bytes, plane_bytes);
    return SHIM_OK;
  }
  if (setjmp(decoder->step) && shim_png_left(decoder) != SHIM_OK) return decoder->status;
  for (; decoder->row < first + rows; decoder->row++) {
    put_row(decoder, into + (size_t)(decoder->row - first) * row_bytes, plane_bytes);
  }
  return SHIM_OK;
}

/* True if the last chunk is among the remaining bytes; reads them up to `limit`. */
static int has_end(png_decoder *decoder, int64_t limit) {
  enum { OVERLAP = SHIM_PNG_LAST_CHUNK - 1 };
  const uint8_t *start = buffer(decoder) + decoder->at;
  int found = 0;
  while (1) {
    const uint8_t *end = buffer(decoder) + decoder->filled;
    size_t count = (size_t)(end - start);
    /* Its checksum follows the type, right or wrong. */
    found = found || (count >= SHIM_PNG_LAST_CHUNK && memmem(start, count - 4, IEND, sizeof IEND));
    if (decoder->head.input.offset >= limit) return found;
    size_t kept = count < OVERLAP ? count : OVERLAP;
    memmove(buffer(decoder) - kept, end - kept, kept);
    if (fill(decoder) == 0) return found;
    start = buffer(decoder) - kept;
  }
}

/* Reads the chunks after a fully read picture. */
static shim_status finish(png_decoder *decoder) {
  int has_rows = decoder->has_whole || decoder->row == decoder->head.request.height;
  if (!decoder->line || !has_rows || decoder->is_broken) return SHIM_OK;
  if (setjmp(decoder->step)) return shim_png_left(decoder);
  if (!decoder->rows || !png_rows_end(decoder->rows)) {
    if (decoder->rows) begin_again(decoder);
    png_read_end(decoder->png, NULL);
  }
  decoder->has_last = 1;
  return SHIM_OK;
}

static shim_status drain(shim_decoder *head, int64_t limit) {
  png_decoder *decoder = (png_decoder *)head;
  const shim_status status = finish(decoder);
  if (setjmp(decoder->step)) return decoder->status;
  int is_complete = has_end(decoder, limit) || decoder->has_last || decoder->is_broken;
  is_complete = decoder->frames ? shim_png_is_complete(decoder, is_complete) : is_complete || !decoder->line;
  if (!is_complete && decoder->rows) {
    /* Our reader reads further ahead than libpng. A wrong chunk length can make it take the last chunk as data. */
    begin_again(decoder);
    is_complete = has_end(decoder, limit);
  }
  if (status != SHIM_OK || is_complete || shim_tolerates(head, SHIM_PNG_END)) return status;
  return shim_failure(head, SHIM_CORRUPT, "the file ends too early");
}

static const uint8_t *profile(shim_decoder *head, size_t *size) {
  png_decoder *decoder = (png_decoder *)head;
  png_charp name = NULL;
  png_bytep profile = NULL;
  png_uint_32 length = 0;
  int method = 0;
  if (setjmp(decoder->step)) return NULL;
  if (!png_get_iCCP(decoder->png, decoder->info, &name, &method, &profile, &length)) return NULL;
  *size = length;
  return profile;
}

static const char *version(void) { return PNG_LIBPNG_VER_STRING; }

const shim_decoding shim_libpng = {
  create, shim_png_start, read_rows, drain, profile, shim_png_destroy, version, damages, 0, NULL, shim_png_next_frame,
  shim_png_palette,
};
const shim_decoding shim_libpng_alone = {
  shim_png_create_alone, shim_png_start, read_rows, drain, profile, shim_png_destroy, version, damages,
};
