#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "jpeg_errors.h"

#include <jerror.h>
#include <jpegint.h>

#include "jpeg_coefficients.h"
#include "jpeg_damage.h"
#include "jpeg_ink.h"
#include "jpeg_scans.h"
#include "jpeg_transform.h"

enum {
  SOURCE_BUFFER = 1 << 16,
  /* Columns decoded on each side of a region, since fancy upsampling gets the outermost ones wrong. */
  MARGIN = 2,
  /*
   * The fewest columns to crop to, so that each component has at least 3 columns. For a component of one
   * column libjpeg chooses all upsamplers anew. For a component of two columns it chooses another upsampler
   * than for the whole picture.
   */
  LEAST_WIDTH = 12,
  MOST_ROWS = 64, /* at a time */
};

typedef struct {
  shim_decoder head;
  struct jpeg_decompress_struct info;
  shim_jpeg_errors errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  shim_coefficients coefficients;
  jvirt_barray_ptr *arrays; /* once all coefficients are read */
  size_t plane_bytes; /* from a row of one plane to that of the next */
  uint8_t buffer[SOURCE_BUFFER];
} jpeg_decoder;

static jpeg_decoder *owner(const void *info) {
  return (jpeg_decoder *)(void *)((char *)(uintptr_t)info - offsetof(jpeg_decoder, info));
}

static ssize_t fill(jpeg_decoder *decoder) {
  return shim_input_fill(&decoder->head.input, decoder->buffer, SOURCE_BUFFER);
}

static void init_source(j_decompress_ptr info) { (void)info; }
static void term_source(j_decompress_ptr info) { (void)info; }

static boolean fill_input_buffer(j_decompress_ptr info) {
  jpeg_decoder *decoder = owner(info);
  ssize_t count = fill(decoder);
  if (count < 0) shim_jpeg_leave((j_common_ptr)info, SHIM_READ_ERROR, strerror(decoder->head.input.read_errno));
  if (count == 0) {
    /* The missing data counts as the end of the picture, as in libjpeg's own sources. */
    WARNMS(info, JWRN_JPEG_EOF);
    decoder->buffer[0] = 0xFF;
    decoder->buffer[1] = JPEG_EOI;
    count = 2;
  }
  info->src->next_input_byte = decoder->buffer;
  info->src->bytes_in_buffer = (size_t)count;
  return TRUE;
}

static void skip_input_data(j_decompress_ptr info, long count) {
  const jpeg_decoder *decoder = owner(info);
  while (count > (long)info->src->bytes_in_buffer) {
    int64_t before = decoder->head.input.offset;
    count -= (long)info->src->bytes_in_buffer;
    fill_input_buffer(info);
    if (decoder->head.input.offset == before) return; /* the end of the file: nothing is skipped */
  }
  if (count > 0) {
    info->src->next_input_byte += count;
    info->src->bytes_in_buffer -= (size_t)count;
  }
}

static void progress_monitor(j_common_ptr common) {
  const jpeg_decoder *decoder = owner(common);
  const struct jpeg_decompress_struct *info = &decoder->info;
  const shim_decode_request *request = &decoder->head.request;
  int64_t pixels = (int64_t)info->image_width * info->image_height;
  int scans = info->input_scan_number;
  if (scans > request->most_scans || pixels * scans > request->most_scan_pixels) {
    shim_jpeg_leave(common, SHIM_TOO_MANY_SCANS, "");
  }
  if (shim_is_late(&decoder->head)) shim_jpeg_leave(common, SHIM_TIMEOUT, "");
}

/* Refuses an expensive picture before it takes memory. */
static void check_cost(jpeg_decoder *decoder) {
  struct jpeg_decompress_struct *info = &decoder->info;
  progress_monitor((j_common_ptr)info);
  if (!jpeg_has_multiple_scans(info)) return;
  const shim_decode_request *request = &decoder->head.request;
  int64_t affordable = request->most_scan_pixels / ((int64_t)info->image_width * info->image_height);
  int most = affordable < request->most_scans ? (int)affordable : request->most_scans;
  if (shim_count_scans(decoder->head.input.fd, decoder->head.input.range, most) > most) {
    shim_jpeg_leave((j_common_ptr)info, SHIM_TOO_MANY_SCANS, "");
  }
}

static shim_decoder *create(void) {
  jpeg_decoder *decoder = malloc(sizeof *decoder);
  if (!decoder) return NULL;
  memset(decoder, 0, offsetof(jpeg_decoder, buffer));
  decoder->info.err = shim_jpeg_errors_init(&decoder->errors, decoder->head.message, &decoder->head);
  if (setjmp(decoder->errors.step)) {
    free(decoder);
    return NULL;
  }
  jpeg_create_decompress(&decoder->info);
  decoder->info.mem->max_memory_to_use = 0; /* whatever JPEGMEM says */
  decoder->source.init_source = init_source;
  decoder->source.fill_input_buffer = fill_input_buffer;
  decoder->source.skip_input_data = skip_input_data;
  decoder->source.resync_to_restart = jpeg_resync_to_restart;
  decoder->source.term_source = term_source;
  decoder->info.src = &decoder->source;
  decoder->progress.progress_monitor = progress_monitor;
  decoder->info.progress = &decoder->progress;
  return &decoder->head;
}

/*
 * True if jpeg_crop_scanline is exact at this scale: the upsampler doesn't scale a component, or the inverse DCT
 * brings it to full size. Otherwise libjpeg-turbo 2.1 reads uninitialized memory.
 */
static int can_crop(const struct jpeg_decompress_struct *info) {
  for (int i = 0; i < info->num_components; i++) {
    const jpeg_component_info *part = &info->comp_info[i];
    int least = info->min_DCT_scaled_size;
    if (part->DCT_scaled_size == least) continue;
    if (part->h_samp_factor * part->DCT_scaled_size != info->max_h_samp_factor * least) return 0;
    if (part->v_samp_factor * part->DCT_scaled_size != info->max_v_samp_factor * least) return 0;
  }
  return 1;
}

/*
 * Passes on upsampled rows plane by plane. It replaces libjpeg's color converter, which can only interleave.
 */
static void keep_planes(j_decompress_ptr info, JSAMPIMAGE planes, JDIMENSION first, JSAMPARRAY rows, int count) {
  const jpeg_decoder *decoder = owner(info);
  for (int plane = 0; plane < info->num_components; plane++) {
    for (int row = 0; row < count; row++) {
      memcpy(rows[row] + plane * decoder->plane_bytes, planes[plane][first + (JDIMENSION)row], info->output_width);
    }
  }
}

/*
 * Does the same for ink. An Adobe marker means inverted samples. For YCCK three planes are first converted to ink,
 * in the fixed point of ycck_cmyk_convert.
 */
static void keep_ink(j_decompress_ptr info, JSAMPIMAGE planes, JDIMENSION first, JSAMPARRAY rows, int count) {
  keep_planes(info, planes, first, rows, count);
  size_t step = owner(info)->plane_bytes;
  for (int row = 0; row < count; row++) {
    if (info->jpeg_color_space == JCS_YCCK) shim_ink_of_ycc(rows[row], step, info->output_width);
    if (info->saw_Adobe_marker) {
      for (int plane = 0; plane < 4; plane++) shim_invert(rows[row] + plane * step, info->output_width);
    }
  }
}

static int has_color(const struct jpeg_decompress_struct *info, shim_color color) {
  switch (color) {
  case SHIM_GREY: return info->jpeg_color_space == JCS_GRAYSCALE;
  case SHIM_YCBCR: return info->jpeg_color_space == JCS_YCbCr;
  case SHIM_RGB: return info->jpeg_color_space == JCS_RGB;
  case SHIM_CMYK: return info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK;
  default: return 0;
  }
}

/* Reads the header. False if the picture isn't the planned one. */
static int read_header(jpeg_decoder *decoder) {
  struct jpeg_decompress_struct *info = &decoder->info;
  const shim_decode_request *request = &decoder->head.request;
  shim_coefficients_init(&decoder->coefficients, info, decoder->head.lender);
  jpeg_read_header(info, TRUE);
  return (int64_t)info->image_width == request->width && (int64_t)info->image_height == request->height &&
         has_color(info, request->color) && !request->has_alpha && request->sample_bytes == 1;
}

static shim_status read_coefficients(shim_decoder *head) {
  jpeg_decoder *decoder = (jpeg_decoder *)head;
  if (setjmp(decoder->errors.step)) return decoder->errors.status;
  if (!read_header(decoder)) return SHIM_CHANGED;
  check_cost(decoder);
  decoder->arrays = jpeg_read_coefficients(&decoder->info);
  return SHIM_OK;
}

shim_jpeg_coefficients shim_jpeg_coefficients_of(shim_decoder *head) {
  jpeg_decoder *decoder = (jpeg_decoder *)head;
  return (shim_jpeg_coefficients){&decoder->info, decoder->arrays};
}

static shim_status start(shim_decoder *head, shim_decode_layout *layout) {
  jpeg_decoder *decoder = (jpeg_decoder *)head;
  struct jpeg_decompress_struct *info = &decoder->info;
  const shim_decode_request *request = &head->request;
  if (setjmp(decoder->errors.step)) return decoder->errors.status;

  if (!read_header(decoder)) return SHIM_CHANGED;
  info->out_color_space = info->jpeg_color_space;
  info->scale_num = (unsigned)request->eighths;
  info->scale_denom = 8;
  info->dct_method = JDCT_ISLOW;
  info->do_fancy_upsampling = TRUE;
  info->do_block_smoothing = FALSE;
  jpeg_calc_output_dimensions(info);
  if (!shim_has_region(request, info->output_width, info->output_height)) return SHIM_CHANGED;
  check_cost(decoder);
  jpeg_start_decompress(info);
  info->cconvert->color_convert = request->color == SHIM_CMYK ? keep_ink : keep_planes;

  JDIMENSION first = 0, width = info->output_width;
  JDIMENSION left = (JDIMENSION)(request->x > MARGIN ? request->x - MARGIN : 0);
  JDIMENSION right = (JDIMENSION)(request->x + request->region_width + MARGIN);
  if (right < left + LEAST_WIDTH) right = left + LEAST_WIDTH;
  if (right > width) {
    right = width;
    JDIMENSION last = width > LEAST_WIDTH ? width - LEAST_WIDTH : 0;
    if (left > last) left = last;
  }
  if ((left > 0 || right < width) && can_crop(info)) {
    first = left;
    width = right - left;
    jpeg_crop_scanline(info, &first, &width);
  }
  /* Called once and from row 0, because other call patterns give wrong rows or never return. */
  if (request->y > 0) jpeg_skip_scanlines(info, (JDIMENSION)request->y);
  layout->first_column = (int32_t)first;
  layout->row_width = (int32_t)width;
  return SHIM_OK;
}

static shim_status read_rows(shim_decoder *head, uint8_t *into, size_t row_bytes, size_t plane_bytes, int32_t rows) {
  jpeg_decoder *decoder = (jpeg_decoder *)head;
  struct jpeg_decompress_struct *info = &decoder->info;
  decoder->plane_bytes = plane_bytes;
  if (setjmp(decoder->errors.step)) return decoder->errors.status;
  JSAMPROW lines[MOST_ROWS];
  while (rows > 0) {
    int32_t asked = rows < MOST_ROWS ? rows : MOST_ROWS;
    for (int32_t row = 0; row < asked; row++) lines[row] = into + (size_t)row * row_bytes;
    int32_t count = (int32_t)jpeg_read_scanlines(info, lines, (JDIMENSION)asked);
    if (count == 0) shim_jpeg_leave((j_common_ptr)info, SHIM_FAILED, "no more rows");
    into += (size_t)count * row_bytes;
    rows -= count;
  }
  return SHIM_OK;
}

/* True if the byte after 0xFF ends entropy-coded data: no stuffed 0, and no restart (ITU-T T.81, B.1.1.5). */
static int ends_data(int byte) { return byte != 0 && (byte < JPEG_RST0 || byte > JPEG_RST0 + 7); }

/* The marker that ends entropy-coded data in these bytes, or 0. *after_ff carries over to the next call. */
static int find_end(const uint8_t *bytes, size_t count, int *after_ff) {
  size_t at = 0;
  while (at < count) {
    if (*after_ff) {
      int byte = bytes[at++];
      if (byte == 0xFF) continue;
      if (ends_data(byte)) return byte;
      *after_ff = 0;
    } else {
      const uint8_t *found = memchr(bytes + at, 0xFF, count - at);
      if (!found) return 0;
      *after_ff = 1;
      at = (size_t)(found - bytes) + 1;
    }
  }
  return 0;
}

/* The warning for an incomplete picture whose data ends at `marker`, or at none; 0 if the picture is complete. */
static int fault(struct jpeg_decompress_struct *info, int marker) {
  enum { DNL = 0xDC };
  if (jpeg_input_complete(info)) return 0;
  if (!marker) return JWRN_JPEG_EOF;
  /* After the only scan comes the end, or the number of lines. If all rows were decoded, any marker is accepted. */
  int is_end = marker == JPEG_EOI || marker == DNL || info->output_scanline >= info->output_height;
  return is_end ? 0 : JWRN_HIT_MARKER;
}

static shim_status drain(shim_decoder *head, int64_t limit) {
  jpeg_decoder *decoder = (jpeg_decoder *)head;
  struct jpeg_decompress_struct *info = &decoder->info;
  if (head->request.is_of_front) return SHIM_OK;
  if (setjmp(decoder->errors.step)) return decoder->errors.status;
  int after_ff = 0;
  int marker = ends_data(info->unread_marker)
                   ? info->unread_marker
                   : find_end(decoder->source.next_input_byte, decoder->source.bytes_in_buffer, &after_ff);
  while (decoder->head.input.offset < limit) {
    ssize_t count = fill(decoder);
    if (count < 0) return SHIM_READ_ERROR;
    if (count == 0) break;
    if (!marker) marker = find_end(decoder->buffer, (size_t)count, &after_ff);
  }
  int code = fault(info, marker);
  int kind = shim_jpeg_damage(code);
  /* Damage that the decode has counted isn't counted again. */
  if (!code || head->damage[kind] > 0) return SHIM_OK;
  return shim_jpeg_tolerates(&decoder->errors, kind) ? SHIM_OK : decoder->errors.status;
}

static void destroy(shim_decoder *head) {
  jpeg_decoder *decoder = (jpeg_decoder *)head;
  if (!setjmp(decoder->errors.step)) jpeg_destroy_decompress(&decoder->info);
  free(decoder);
}

static const char *version(void) { return SHIM_TEXT(LIBJPEG_TURBO_VERSION); }

const shim_decoding shim_libjpeg = {
    create, start, read_rows, drain, NULL, destroy, version, shim_jpeg_damages, 0, read_coefficients};
