#include <stdlib.h>

#include "errors.h"

#include <jerror.h>

enum { FIRST_CAPACITY = 1 << 16 };

struct shim_encoder {
  struct jpeg_compress_struct info;
  shim_errors errors;
  struct jpeg_destination_mgr destination;
  uint8_t *bytes;
  size_t capacity;
  uint8_t *row; /* one interleaved row */
};

static void rewind_destination(shim_encoder *encoder) {
  encoder->destination.next_output_byte = encoder->bytes;
  encoder->destination.free_in_buffer = encoder->capacity;
}

static void init_destination(j_compress_ptr info) { (void)info; }
static void term_destination(j_compress_ptr info) { (void)info; }

static boolean empty_output_buffer(j_compress_ptr info) {
  shim_encoder *encoder = (shim_encoder *)info;
  uint8_t *larger = realloc(encoder->bytes, encoder->capacity * 2);
  if (!larger) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
  encoder->bytes = larger;
  encoder->destination.next_output_byte = larger + encoder->capacity;
  encoder->destination.free_in_buffer = encoder->capacity;
  encoder->capacity *= 2;
  return TRUE;
}

shim_encoder *shim_encoder_create(void) {
  shim_encoder *encoder = calloc(1, sizeof *encoder);
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

shim_status shim_encoder_start(shim_encoder *encoder, const shim_encode_request *request) {
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
  encoder->row = malloc((size_t)request->width * (size_t)request->components);
  if (!encoder->row) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
  jpeg_start_compress(info, TRUE);
  return SHIM_OK;
}

shim_status shim_encoder_marker(shim_encoder *encoder, int marker, const uint8_t *bytes, size_t count) {
  if (setjmp(encoder->errors.step)) return encoder->errors.status;
  jpeg_write_marker(&encoder->info, marker, bytes, (unsigned)count);
  return SHIM_OK;
}

shim_status shim_encoder_write(shim_encoder *encoder, const uint8_t *const planes[3], const size_t row_bytes[3],
                               int32_t rows) {
  struct jpeg_compress_struct *info = &encoder->info;
  if (setjmp(encoder->errors.step)) return encoder->errors.status;
  for (int32_t row = 0; row < rows; row++) {
    const uint8_t *first = planes[0] + (size_t)row * row_bytes[0];
    JSAMPROW line = (JSAMPROW)first;
    if (info->input_components == 3) {
      const uint8_t *second = planes[1] + (size_t)row * row_bytes[1];
      const uint8_t *third = planes[2] + (size_t)row * row_bytes[2];
      line = encoder->row;
      for (JDIMENSION x = 0; x < info->image_width; x++) {
        line[3 * x] = first[x];
        line[3 * x + 1] = second[x];
        line[3 * x + 2] = third[x];
      }
    }
    jpeg_write_scanlines(info, &line, 1);
  }
  return SHIM_OK;
}

shim_status shim_encoder_finish(shim_encoder *encoder) {
  if (setjmp(encoder->errors.step)) return encoder->errors.status;
  jpeg_finish_compress(&encoder->info);
  return SHIM_OK;
}

const uint8_t *shim_encoder_take(shim_encoder *encoder, size_t *count) {
  *count = encoder->capacity - encoder->destination.free_in_buffer;
  rewind_destination(encoder);
  return encoder->bytes;
}

const char *shim_encoder_message(const shim_encoder *encoder) { return encoder->errors.message; }

void shim_encoder_destroy(shim_encoder *encoder) {
  if (!setjmp(encoder->errors.step)) jpeg_destroy_compress(&encoder->info);
  free(encoder->row);
  free(encoder->bytes);
  free(encoder);
}
