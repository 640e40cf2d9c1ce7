#include <stdlib.h>
#include <string.h>

#include "jpeg_errors.h"

#include <jerror.h>
#include <jpegint.h>

enum {
  FIRST_CAPACITY = 1 << 16,
  MOST_ROWS = 64, /* handed over at once */
};

struct shim_jpeg_encoder {
  struct jpeg_compress_struct info;
  shim_errors errors;
  struct jpeg_destination_mgr destination;
  uint8_t *bytes;
  size_t capacity;
  /* The rows that are being written: of the first plane, and where those of all begin. */
  JSAMPROW lines[MOST_ROWS];
  const uint8_t *planes[3];
  const size_t *row_bytes;
};

static void rewind_destination(shim_jpeg_encoder *encoder) {
  encoder->destination.next_output_byte = encoder->bytes;
  encoder->destination.free_in_buffer = encoder->capacity;
}

static void init_destination(j_compress_ptr info) { (void)info; }
static void term_destination(j_compress_ptr info) { (void)info; }

static boolean empty_output_buffer(j_compress_ptr info) {
  shim_jpeg_encoder *encoder = (shim_jpeg_encoder *)info;
  uint8_t *larger = realloc(encoder->bytes, encoder->capacity * 2);
  if (!larger) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
  encoder->bytes = larger;
  encoder->destination.next_output_byte = larger + encoder->capacity;
  encoder->destination.free_in_buffer = encoder->capacity;
  encoder->capacity *= 2;
  return TRUE;
}

/*
 * Stands in for libjpeg's color converter, which takes interleaved rows: `rows` is a place in the encoder's lines, and
 * says which row of each plane is wanted.
 */
static void take_planes(j_compress_ptr info, JSAMPARRAY rows, JSAMPIMAGE planes, JDIMENSION first, int count) {
  const shim_jpeg_encoder *encoder = (const shim_jpeg_encoder *)info;
  size_t start = (size_t)(rows - encoder->lines);
  for (int plane = 0; plane < info->num_components; plane++) {
    for (int row = 0; row < count; row++) {
      memcpy(planes[plane][first + (JDIMENSION)row],
             encoder->planes[plane] + (start + (size_t)row) * encoder->row_bytes[plane], info->image_width);
    }
  }
}

shim_jpeg_encoder *shim_jpeg_encoder_create(void) {
  shim_jpeg_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) return NULL;
  encoder->info.err = shim_errors_init(&encoder->errors);
  encoder->bytes = malloc(FIRST_CAPACITY);
  encoder->capacity = FIRST_CAPACITY;
  if (!encoder->bytes || setjmp(encoder->errors.step)) {
    free(encoder->bytes);
    free(encoder);
    return NULL;
  }
  jpeg_create_compress(&encoder->info);
  encoder->info.mem->max_memory_to_use = 0; /* whatever JPEGMEM says */
  encoder->destination.init_destination = init_destination;
  encoder->destination.empty_output_buffer = empty_output_buffer;
  encoder->destination.term_destination = term_destination;
  encoder->info.dest = &encoder->destination;
  rewind_destination(encoder);
  return encoder;
}

shim_status shim_jpeg_encoder_start(shim_jpeg_encoder *encoder, const shim_encode_request *request) {
  struct jpeg_compress_struct *info = &encoder->info;
  if (setjmp(encoder->errors.step)) return encoder->errors.status;

  info->image_width = (JDIMENSION)request->width;
  info->image_height = (JDIMENSION)request->height;
  info->input_components = request->components;
  info->in_color_space = request->components == 1 ? JCS_GRAYSCALE : JCS_YCbCr;
  jpeg_set_defaults(info);
  info->dct_method = JDCT_ISLOW;
  jpeg_set_quality(info, request->quality, TRUE);
  if (request->components == 3) {
    info->comp_info[0].h_samp_factor = request->chroma_horizontal;
    info->comp_info[0].v_samp_factor = request->chroma_vertical;
  }
  info->optimize_coding = request->optimize ? TRUE : FALSE;
  if (request->progressive) jpeg_simple_progression(info);
  jpeg_start_compress(info, TRUE);
  info->cconvert->color_convert = take_planes;
  return SHIM_OK;
}

shim_status shim_jpeg_encoder_marker(shim_jpeg_encoder *encoder, int marker, const uint8_t *bytes, size_t count) {
  if (setjmp(encoder->errors.step)) return encoder->errors.status;
  jpeg_write_marker(&encoder->info, marker, bytes, (unsigned)count);
  return SHIM_OK;
}

shim_status shim_jpeg_encoder_write(shim_jpeg_encoder *encoder, const uint8_t *const planes[3], const size_t row_bytes[3],
                               int32_t rows) {
  struct jpeg_compress_struct *info = &encoder->info;
  if (setjmp(encoder->errors.step)) return encoder->errors.status;
  encoder->row_bytes = row_bytes;
  for (int32_t done = 0; done < rows;) {
    int32_t count = rows - done < MOST_ROWS ? rows - done : MOST_ROWS;
    for (int plane = 0; plane < info->num_components; plane++) {
      encoder->planes[plane] = planes[plane] + (size_t)done * row_bytes[plane];
    }
    for (int32_t row = 0; row < count; row++) {
      encoder->lines[row] = (JSAMPROW)(encoder->planes[0] + (size_t)row * row_bytes[0]);
    }
    int32_t written = (int32_t)jpeg_write_scanlines(info, encoder->lines, (JDIMENSION)count);
    if (written == 0) shim_errors_leave((j_common_ptr)info, SHIM_FAILED, "no more rows are taken");
    done += written;
  }
  return SHIM_OK;
}

shim_status shim_jpeg_encoder_finish(shim_jpeg_encoder *encoder) {
  if (setjmp(encoder->errors.step)) return encoder->errors.status;
  jpeg_finish_compress(&encoder->info);
  return SHIM_OK;
}

const uint8_t *shim_jpeg_encoder_take(shim_jpeg_encoder *encoder, size_t *count) {
  *count = encoder->capacity - encoder->destination.free_in_buffer;
  rewind_destination(encoder);
  return encoder->bytes;
}

const char *shim_jpeg_encoder_message(const shim_jpeg_encoder *encoder) { return encoder->errors.message; }

void shim_jpeg_encoder_destroy(shim_jpeg_encoder *encoder) {
  if (!setjmp(encoder->errors.step)) jpeg_destroy_compress(&encoder->info);
  free(encoder->bytes);
  free(encoder);
}
