#include <stdlib.h>
#include <string.h>

#include "CTestJPEG.h"
#include "failure.h"

enum { MOST_SCANS = 127 };

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

static jpeg_scan_info scan(int component, int first, int last, int high, int low) {
  jpeg_scan_info info = {1, {component}, first, last, high, low};
  return info;
}

/* One component a scan, all its coefficients at once. */
static int planar(jpeg_scan_info *scans, int components) {
  for (int i = 0; i < components; i++) scans[i] = scan(i, 0, 63, 0, 0);
  return components;
}

/*
 * The DC, then each AC coefficient by itself, all but its lowest bit; the lowest bits come in scans of their own as
 * long as there are scans left. What doesn't fit into `count` scans stays out of the file.
 */
static int many(jpeg_scan_info *scans, int count) {
  int made = 0;
  scans[made++] = scan(0, 0, 0, 0, 0);
  for (int k = 1; k < 64 && made < count; k++) scans[made++] = scan(0, k, k, 0, 1);
  for (int k = 1; k < 64 && made < count; k++) scans[made++] = scan(0, k, k, 1, 0);
  return made;
}

static void set_up(struct jpeg_compress_struct *info, const ctest_spec *spec, jpeg_scan_info *scans) {
  info->image_width = (JDIMENSION)spec->width;
  info->image_height = (JDIMENSION)spec->height;
  info->input_components = spec->components;
  info->in_color_space = space(spec->color);
  jpeg_set_defaults(info);
  jpeg_set_colorspace(info, space(spec->color));
  jpeg_set_quality(info, spec->quality, TRUE);
  info->dct_method = JDCT_ISLOW;
  for (int i = 0; i < spec->components; i++) {
    info->comp_info[i].h_samp_factor = spec->horizontal[i];
    info->comp_info[i].v_samp_factor = spec->vertical[i];
  }
  info->restart_interval = (unsigned)spec->restart;
  info->arith_code = spec->arithmetic ? TRUE : FALSE;
  if (spec->bare) info->write_JFIF_header = info->write_Adobe_marker = FALSE;
  info->scan_info = scans;
  switch (spec->process) {
  case CTEST_PROGRESSIVE: jpeg_simple_progression(info); break;
  case CTEST_PLANAR: info->num_scans = planar(scans, spec->components); break;
  case CTEST_MANY_SCANS: info->num_scans = many(scans, spec->scans); break;
  default: info->scan_info = NULL;
  }
}

int ctest_write(const ctest_spec *spec, const uint8_t *samples, uint8_t **bytes, size_t *count) {
  struct jpeg_compress_struct info;
  jpeg_scan_info scans[MOST_SCANS];
  failure errors;
  unsigned char *made = NULL;
  unsigned long size = 0;
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
  size_t row = (size_t)spec->width * (size_t)spec->components;
  while (info.next_scanline < info.image_height) {
    JSAMPROW line = (JSAMPROW)(samples + row * info.next_scanline);
    jpeg_write_scanlines(&info, &line, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  *bytes = made;
  *count = size;
  return 0;
}
