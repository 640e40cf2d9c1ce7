/*
 * Decodes JPEGs into planes by libjpeg, and does nothing with them: what upright-planes does by our own decoder.
 *
 *   planes EIGHTHS SIDE FILE...
 *
 * A square of SIDE pixels in the middle, or all where SIDE is 0; all at EIGHTHS/8. Of a square the samples are those that
 * libjpeg's cropped decode gives, upsampled, since it gives no others. What goes wrong ends it.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

/* Rows of blocks of an MCU at most, and samples of a block across. */
enum { MOST_ROWS = MAX_SAMP_FACTOR * DCTSIZE, READ_BYTES = 1 << 16 };

static void *allocate(size_t size) {
  void *bytes = malloc(size);
  if (!bytes) err(1, "memory");
  return bytes;
}

/* Each component at its own size, as it comes out of the inverse DCT. */
static void decode_planes(struct jpeg_decompress_struct *info) {
  JSAMPROW rows[MAX_COMPONENTS][MOST_ROWS];
  JSAMPARRAY planes[MAX_COMPONENTS];
  unsigned char *memory[MAX_COMPONENTS];
  info->raw_data_out = TRUE;
  jpeg_start_decompress(info);
  for (int i = 0; i < info->num_components; i++) {
    jpeg_component_info *part = &info->comp_info[i];
    size_t width = ((size_t)part->width_in_blocks + MAX_SAMP_FACTOR) * (size_t)part->DCT_scaled_size;
    memory[i] = allocate(width * MOST_ROWS);
    for (size_t row = 0; row < MOST_ROWS; row++) rows[i][row] = memory[i] + row * width;
    planes[i] = rows[i];
  }
  JDIMENSION count = (JDIMENSION)(info->max_v_samp_factor * info->min_DCT_scaled_size);
  while (info->output_scanline < info->output_height) jpeg_read_raw_data(info, planes, count);
  for (int i = 0; i < info->num_components; i++) free(memory[i]);
}

static void decode_middle(struct jpeg_decompress_struct *info, JDIMENSION side) {
  info->out_color_space = info->jpeg_color_space;
  jpeg_start_decompress(info);
  JDIMENSION left = (info->output_width - side) / 2, top = (info->output_height - side) / 2, width = side;
  jpeg_crop_scanline(info, &left, &width);
  unsigned char *memory = allocate((size_t)width * (size_t)info->output_components);
  JSAMPROW row = memory;
  jpeg_skip_scanlines(info, top);
  while (info->output_scanline < top + side) jpeg_read_scanlines(info, &row, 1);
  free(memory);
}

static void decode(const char *path, unsigned eighths, JDIMENSION side) {
  FILE *file = fopen(path, "rb");
  if (!file || setvbuf(file, NULL, _IOFBF, READ_BYTES)) err(1, "%s", path);
  struct jpeg_error_mgr errors;
  struct jpeg_decompress_struct info = {.err = jpeg_std_error(&errors)};
  jpeg_create_decompress(&info);
  jpeg_stdio_src(&info, file);
  jpeg_read_header(&info, TRUE);
  info.scale_num = eighths;
  info.scale_denom = 8;
  if (side > 0) {
    decode_middle(&info, side);
  } else {
    decode_planes(&info);
  }
  /* Of a square the rows below it aren't read. */
  jpeg_destroy_decompress(&info);
  fclose(file);
}

int main(int count, char **arguments) {
  if (count < 3) errx(1, "EIGHTHS SIDE FILE...");
  for (int i = 3; i < count; i++) {
    decode(arguments[i], (unsigned)atoi(arguments[1]), (JDIMENSION)atoi(arguments[2]));
  }
}
