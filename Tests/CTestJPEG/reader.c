#include <stdlib.h>
#include <string.h>

#include "CTestJPEG.h"
#include "failure.h"

static void describe(const struct jpeg_decompress_struct *info, ctest_picture *picture) {
  picture->width = (int32_t)info->output_width;
  picture->height = (int32_t)info->output_height;
  picture->components = info->output_components;
  picture->progressive = info->progressive_mode;
  for (int i = 0; i < info->num_components && i < 4; i++) {
    picture->horizontal[i] = info->comp_info[i].h_samp_factor;
    picture->vertical[i] = info->comp_info[i].v_samp_factor;
  }
}

int ctest_read(const uint8_t *bytes, size_t count, int32_t eighths, ctest_picture *picture) {
  struct jpeg_decompress_struct info;
  failure errors;
  memset(&info, 0, sizeof info);
  memset(picture, 0, sizeof *picture);
  info.err = failure_init(&errors);
  if (setjmp(errors.place)) {
    jpeg_destroy_decompress(&info);
    free(picture->samples);
    picture->samples = NULL;
    return -1;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  info.out_color_space = info.jpeg_color_space;
  info.scale_num = (unsigned)eighths;
  info.scale_denom = 8;
  info.dct_method = JDCT_ISLOW;
  info.do_fancy_upsampling = TRUE;
  info.do_block_smoothing = FALSE;
  jpeg_start_decompress(&info);
  describe(&info, picture);
  size_t row = (size_t)picture->width * (size_t)picture->components;
  picture->samples = malloc(row * (size_t)picture->height);
  if (!picture->samples) longjmp(errors.place, 1);
  while (info.output_scanline < info.output_height) {
    JSAMPROW line = picture->samples + row * info.output_scanline;
    jpeg_read_scanlines(&info, &line, 1);
  }
  jpeg_finish_decompress(&info);
  picture->warnings = (int32_t)info.err->num_warnings;
  jpeg_destroy_decompress(&info);
  return 0;
}

static ctest_color color(J_COLOR_SPACE space) {
  switch (space) {
  case JCS_GRAYSCALE: return CTEST_GREY;
  case JCS_YCbCr: return CTEST_YCBCR;
  case JCS_RGB: return CTEST_RGB;
  case JCS_CMYK: return CTEST_CMYK;
  case JCS_YCCK: return CTEST_YCCK;
  default: return CTEST_UNKNOWN;
  }
}

int ctest_read_header(const uint8_t *bytes, size_t count, ctest_header *header) {
  struct jpeg_decompress_struct info;
  failure errors;
  memset(&info, 0, sizeof info);
  memset(header, 0, sizeof *header);
  info.err = failure_init(&errors);
  if (setjmp(errors.place)) {
    jpeg_destroy_decompress(&info);
    return -1;
  }
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  header->width = (int32_t)info.image_width;
  header->height = (int32_t)info.image_height;
  header->components = info.num_components;
  header->color = color(info.jpeg_color_space);
  header->arithmetic = info.arith_code;
  header->progressive = info.progressive_mode;
  header->multiple_scans = jpeg_has_multiple_scans(&info);
  for (int i = 0; i < info.num_components && i < 10; i++) {
    header->horizontal[i] = info.comp_info[i].h_samp_factor;
    header->vertical[i] = info.comp_info[i].v_samp_factor;
  }
  jpeg_destroy_decompress(&info);
  return 0;
}

void ctest_free(void *memory) { free(memory); }
