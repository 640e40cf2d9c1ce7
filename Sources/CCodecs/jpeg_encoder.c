#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "encoding.h"
#include "input.h"
#include "jpeg_errors.h"
#include "jpeg_transform.h"

#include <jerror.h>
#include <jpegint.h>

enum {
  MOST_ROWS = 64, /* at a time */
  MOST_BLOCK_ROWS = 2 * DCTSIZE /* of a component in one row of MCUs */
};

typedef struct {
  shim_encoder head;
  struct jpeg_compress_struct info;
  shim_jpeg_errors errors;
  struct jpeg_destination_mgr destination;
  /* The rows being written: those of the first plane, and the start of each plane. */
  JSAMPROW lines[MOST_ROWS];
  const uint8_t *planes[3];
  const size_t *row_bytes;
  struct jpeg_progress_mgr progress;
  /* For a picture made from coefficients. */
  shim_jpeg_transform transform;
} jpeg_encoder;

static jpeg_encoder *owner(const void *info) {
  return (jpeg_encoder *)(void *)((char *)(uintptr_t)info - offsetof(jpeg_encoder, info));
}

/* Sets libjpeg's output position after the bytes written so far. */
static void aim(jpeg_encoder *encoder) {
  shim_output *output = &encoder->head.output;
  encoder->destination.next_output_byte = output->bytes + output->count;
  encoder->destination.free_in_buffer = output->capacity - output->count;
}

static void init_destination(j_compress_ptr info) { (void)info; }
static void term_destination(j_compress_ptr info) { (void)info; }

static boolean empty_output_buffer(j_compress_ptr info) {
  jpeg_encoder *encoder = owner(info);
  shim_output *output = &encoder->head.output;
  output->count = output->capacity;
  if (!shim_output_reserve(output, 1)) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
  aim(encoder);
  return TRUE;
}

/* Counts the bytes that libjpeg has written. */
static shim_status settle(jpeg_encoder *encoder) {
  encoder->head.output.count = encoder->head.output.capacity - encoder->destination.free_in_buffer;
  return SHIM_OK;
}

/*
 * Replaces libjpeg's color converter, which takes interleaved rows. `rows` points into the encoder's lines, and so
 * tells which row of each plane is wanted.
 */
static void take_planes(j_compress_ptr info, JSAMPARRAY rows, JSAMPIMAGE planes, JDIMENSION first, int count) {
  const jpeg_encoder *encoder = owner(info);
  size_t start = (size_t)(rows - encoder->lines);
  for (int plane = 0; plane < info->num_components; plane++) {
    for (int row = 0; row < count; row++) {
      memcpy(planes[plane][first + (JDIMENSION)row],
             encoder->planes[plane] + (start + (size_t)row) * encoder->row_bytes[plane], info->image_width);
    }
  }
}

static shim_encoder *create(void) {
  jpeg_encoder *encoder = calloc(1, sizeof *encoder);
  if (!encoder) return NULL;
  encoder->info.err = shim_jpeg_errors_init(&encoder->errors, encoder->head.message, NULL);
  if (setjmp(encoder->errors.step)) {
    free(encoder);
    return NULL;
  }
  jpeg_create_compress(&encoder->info);
  encoder->info.mem->max_memory_to_use = 0; /* whatever JPEGMEM says */
  encoder->destination.init_destination = init_destination;
  encoder->destination.empty_output_buffer = empty_output_buffer;
  encoder->destination.term_destination = term_destination;
  encoder->info.dest = &encoder->destination;
  return &encoder->head;
}

static void progress_monitor(j_common_ptr info) {
  if (shim_encoder_is_late(&owner(info)->head)) shim_jpeg_leave(info, SHIM_TIMEOUT, "");
}

/* Sets the resolution in JFIF, or square pixels of unknown size. */
static void set_resolution(struct jpeg_compress_struct *info, const shim_encode_request *request) {
  int is_known = request->resolution.x > 0;
  info->density_unit = is_known ? (UINT8)request->resolution.unit : 0;
  info->X_density = is_known ? (UINT16)request->resolution.x : 1;
  info->Y_density = is_known ? (UINT16)request->resolution.y : 1;
}

static shim_status start(shim_encoder *head) {
  jpeg_encoder *encoder = (jpeg_encoder *)head;
  struct jpeg_compress_struct *info = &encoder->info;
  const shim_encode_request *request = &head->request;
  if (setjmp(encoder->errors.step)) return encoder->errors.status;

  aim(encoder);
  encoder->progress.progress_monitor = progress_monitor;
  info->progress = &encoder->progress;
  if (request->transform.decoder) {
    shim_jpeg_transform_init(&encoder->transform, info, request);
    set_resolution(info, request);
    jpeg_write_coefficients(info, encoder->transform.arrays);
    return settle(encoder);
  }
  info->image_width = (JDIMENSION)request->width;
  info->image_height = (JDIMENSION)request->height;
  info->input_components = request->color == SHIM_GREY ? 1 : 3;
  info->in_color_space = request->color == SHIM_GREY ? JCS_GRAYSCALE : JCS_YCbCr;
  jpeg_set_defaults(info);
  info->dct_method = JDCT_ISLOW;
  jpeg_set_quality(info, request->quality, TRUE);
  if (request->color != SHIM_GREY) {
    info->comp_info[0].h_samp_factor = request->chroma_horizontal;
    info->comp_info[0].v_samp_factor = request->chroma_vertical;
  }
  info->optimize_coding = request->optimize ? TRUE : FALSE;
  if (request->progressive) jpeg_simple_progression(info);
  set_resolution(info, request);
  info->raw_data_in = request->is_raw ? TRUE : FALSE;
  jpeg_start_compress(info, TRUE);
  if (!request->is_raw) info->cconvert->color_convert = take_planes;
  return settle(encoder);
}

static shim_status add_metadata(shim_encoder *head, shim_metadata kind, const uint8_t *bytes, size_t count) {
  jpeg_encoder *encoder = (jpeg_encoder *)head;
  if (kind != SHIM_SEGMENT || count == 0) return SHIM_FAILED;
  if (setjmp(encoder->errors.step)) return encoder->errors.status;
  aim(encoder);
  jpeg_write_marker(&encoder->info, bytes[0], bytes + 1, (unsigned)count - 1);
  return settle(encoder);
}

/* Writes whole MCU rows of planes that have the file's own samples; below the last row, that row is repeated. */
static void write_raw(struct jpeg_compress_struct *info, const uint8_t *const *planes, const size_t *row_bytes,
                      int32_t rows) {
  JSAMPROW lines[3][MOST_BLOCK_ROWS];
  JSAMPARRAY all[3] = {lines[0], lines[1], lines[2]};
  int32_t most = info->max_v_samp_factor, count = most * DCTSIZE;
  for (int32_t done = 0; done < rows; done += count) {
    for (int plane = 0; plane < info->num_components; plane++) {
      int32_t factor = info->comp_info[plane].v_samp_factor;
      int32_t last = (rows * factor + most - 1) / most - 1, first = done * factor / most;
      for (int32_t row = 0; row < factor * DCTSIZE; row++) {
        int32_t taken = first + row < last ? first + row : last;
        lines[plane][row] = (JSAMPROW)(planes[plane] + (size_t)taken * row_bytes[plane]);
      }
    }
    if (jpeg_write_raw_data(info, all, (JDIMENSION)count) == 0) {
      shim_jpeg_leave((j_common_ptr)info, SHIM_FAILED, "no more rows are taken");
    }
  }
}

static shim_status write_rows(shim_encoder *head, const uint8_t *const *planes, const size_t *row_bytes, int32_t rows) {
  jpeg_encoder *encoder = (jpeg_encoder *)head;
  struct jpeg_compress_struct *info = &encoder->info;
  if (setjmp(encoder->errors.step)) return encoder->errors.status;
  aim(encoder);
  if (info->raw_data_in) {
    write_raw(info, planes, row_bytes, rows);
    return settle(encoder);
  }
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
    if (written == 0) shim_jpeg_leave((j_common_ptr)info, SHIM_FAILED, "no more rows are taken");
    done += written;
  }
  return settle(encoder);
}

static shim_status finish(shim_encoder *head) {
  jpeg_encoder *encoder = (jpeg_encoder *)head;
  if (setjmp(encoder->errors.step)) return encoder->errors.status;
  aim(encoder);
  jpeg_finish_compress(&encoder->info);
  return settle(encoder);
}

static void destroy(shim_encoder *head) {
  jpeg_encoder *encoder = (jpeg_encoder *)head;
  if (!setjmp(encoder->errors.step)) jpeg_destroy_compress(&encoder->info);
  free(encoder);
}

const shim_encoding shim_jpeg = {create, start, add_metadata, write_rows, finish, destroy};
