#include <stdlib.h>
#include <string.h>

#include "CTestJPEG.h"
#include "failure.h"
#include "shares.h"

enum { MOST_SCANS = 1024 };

static J_COLOR_SPACE space(ctest_color color) {
  switch (color) {
  case CTEST_GREY: return JCS_GRAYSCALE;
  case CTEST_YCBCR: return JCS_YCbCr;
  case CTEST_RGB: return JCS_RGB;
  case CTEST_CMYK: return JCS_CMYK;
  case CTEST_YCCK: return JCS_YCCK;
  default: return JCS_UNKNOWN;
  }
}

static jpeg_scan_info scan(const ctest_scan *scan) {
  jpeg_scan_info info = {scan->count, {0}, scan->first, scan->last, scan->high, scan->low};
  for (int i = 0; i < scan->count && i < 4; i++) info.component_index[i] = scan->components[i];
  return info;
}

static void set_scans(struct jpeg_compress_struct *info, const ctest_spec *spec, jpeg_scan_info *scans) {
  if (spec->simple_progression) {
    jpeg_simple_progression(info);
  } else if (spec->scan_count) {
    for (int i = 0; i < spec->scan_count; i++) scans[i] = scan(&spec->scans[i]);
    info->scan_info = scans;
    info->num_scans = spec->scan_count;
  }
}

static void set_up(struct jpeg_compress_struct *info, const ctest_spec *spec, jpeg_scan_info *scans) {
  info->image_width = (JDIMENSION)spec->width;
  info->image_height = (JDIMENSION)spec->height;
  info->input_components = spec->components;
  info->in_color_space = space(spec->color);
  jpeg_set_defaults(info);
  jpeg_set_colorspace(info, space(spec->color));
  jpeg_set_quality(info, spec->quality, spec->wide_steps ? FALSE : TRUE);
  info->dct_method = JDCT_ISLOW;
  for (int i = 0; i < spec->components; i++) {
    info->comp_info[i].h_samp_factor = spec->horizontal[i];
    info->comp_info[i].v_samp_factor = spec->vertical[i];
  }
  info->restart_interval = (unsigned)spec->restart;
  info->arith_code = spec->arithmetic ? TRUE : FALSE;
  if (spec->bare) info->write_JFIF_header = info->write_Adobe_marker = FALSE;
  info->optimize_coding = spec->optimized ? TRUE : FALSE;
  info->restart_in_rows = spec->restart_rows;
  info->raw_data_in = shares_are_whole(info) ? FALSE : TRUE;
  set_scans(info, spec, scans);
}

static void write_lines(struct jpeg_compress_struct *info, const uint8_t *samples) {
  size_t row = (size_t)info->image_width * (size_t)info->input_components;
  while (info->next_scanline < info->image_height) {
    JSAMPROW line = (JSAMPROW)(samples + row * info->next_scanline);
    jpeg_write_scanlines(info, &line, 1);
  }
}

int ctest_write(const ctest_spec *spec, const uint8_t *samples, uint8_t **bytes, size_t *count) {
  struct jpeg_compress_struct info;
  jpeg_scan_info scans[MOST_SCANS];
  failure errors;
  unsigned char *made = NULL;
  unsigned long size = 0;
  if (spec->scan_count < 0 || spec->scan_count > MOST_SCANS) return -1;
  memset(&info, 0, sizeof info);
  info.err = failure_init(&errors);
  if (setjmp(errors.place)) {
    jpeg_destroy_compress(&info);
    return -1;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, &made, &size);
  set_up(&info, spec, scans);
  jpeg_start_compress(&info, TRUE);
  if (info.raw_data_in) {
    shares_write(&info, samples);
  } else {
    write_lines(&info, samples);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  *bytes = made;
  *count = size;
  return 0;
}
