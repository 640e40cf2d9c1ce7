#include "shares.h"

static int larger(int a, int b) { return a > b ? a : b; }

int shares_are_whole(const struct jpeg_compress_struct *info) {
  int across = 1, down = 1;
  for (int i = 0; i < info->num_components; i++) {
    across = larger(across, info->comp_info[i].h_samp_factor);
    down = larger(down, info->comp_info[i].v_samp_factor);
  }
  for (int i = 0; i < info->num_components; i++) {
    const jpeg_component_info *own = &info->comp_info[i];
    if (across % own->h_samp_factor || down % own->v_samp_factor) return 0;
  }
  return 1;
}

/* The place in the image of a component's sample; past its end the last one. */
static size_t place(size_t own, int factor, int largest, JDIMENSION side) {
  size_t found = own * (size_t)largest / (size_t)factor;
  return found < side ? found : side - 1;
}

/* Rows of one component, from its row `top` on. */
static void fill(
    const struct jpeg_compress_struct *info, const uint8_t *samples, int component, size_t top, JSAMPARRAY rows) {
  const jpeg_component_info *own = &info->comp_info[component];
  int height = own->v_samp_factor * DCTSIZE;
  for (int y = 0; y < height; y++) {
    size_t down = place(top + (size_t)y, own->v_samp_factor, info->max_v_samp_factor, info->image_height);
    for (size_t x = 0; x < own->width_in_blocks * DCTSIZE; x++) {
      size_t across = place(x, own->h_samp_factor, info->max_h_samp_factor, info->image_width);
      size_t pixel = down * info->image_width + across;
      rows[y][x] = samples[pixel * (size_t)info->input_components + (size_t)component];
    }
  }
}

void shares_write(struct jpeg_compress_struct *info, const uint8_t *samples) {
  JSAMPARRAY planes[MAX_COMPONENTS];
  JDIMENSION height = (JDIMENSION)(info->max_v_samp_factor * DCTSIZE);
  for (int i = 0; i < info->num_components; i++) {
    const jpeg_component_info *own = &info->comp_info[i];
    JDIMENSION rows = (JDIMENSION)(own->v_samp_factor * DCTSIZE);
    planes[i] = info->mem->alloc_sarray(
        (j_common_ptr)info, JPOOL_IMAGE, own->width_in_blocks * DCTSIZE, rows);
  }
  for (size_t row = 0; info->next_scanline < info->image_height; row++) {
    for (int i = 0; i < info->num_components; i++) {
      size_t top = row * (size_t)info->comp_info[i].v_samp_factor * DCTSIZE;
      fill(info, samples, i, top, planes[i]);
    }
    jpeg_write_raw_data(info, planes, height);
  }
}
