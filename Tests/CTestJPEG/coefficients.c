#include <stdlib.h>
#include <string.h>

#include "CTestJPEG.h"
#include "failure.h"

typedef struct {
  unsigned char *bytes;
  unsigned long count;
} grey_file;

struct ctest_coefficients {
  struct jpeg_decompress_struct info;
  failure errors;
  jvirt_barray_ptr *arrays;
  /* Each component by itself, made when it is first asked for. */
  grey_file files[MAX_COMPONENTS];
};

ctest_coefficients *ctest_coefficients_open(const uint8_t *bytes, size_t count) {
  ctest_coefficients *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  made->info.err = failure_init(&made->errors);
  if (setjmp(made->errors.place)) {
    ctest_coefficients_close(made);
    return NULL;
  }
  jpeg_create_decompress(&made->info);
  jpeg_mem_src(&made->info, bytes, count);
  jpeg_read_header(&made->info, TRUE);
  made->arrays = jpeg_read_coefficients(&made->info);
  return made;
}

void ctest_coefficients_close(ctest_coefficients *coefficients) {
  jpeg_destroy_decompress(&coefficients->info);
  for (int i = 0; i < MAX_COMPONENTS; i++) free(coefficients->files[i].bytes);
  free(coefficients);
}

int32_t ctest_coefficients_warnings(const ctest_coefficients *coefficients) {
  return (int32_t)coefficients->errors.manager.num_warnings;
}

int32_t ctest_coefficients_components(const ctest_coefficients *coefficients) {
  return coefficients->info.num_components;
}

static const jpeg_component_info *info_of(const ctest_coefficients *coefficients, int32_t component) {
  if (component < 0 || component >= coefficients->info.num_components) return NULL;
  return &coefficients->info.comp_info[component];
}

static int32_t share(JDIMENSION side, int factor, int largest) {
  uint64_t product = (uint64_t)side * (uint64_t)factor;
  return (int32_t)((product + (uint64_t)largest - 1) / (uint64_t)largest);
}

int ctest_coefficients_describe(
    const ctest_coefficients *coefficients, int32_t component, ctest_component *description) {
  const struct jpeg_decompress_struct *info = &coefficients->info;
  const jpeg_component_info *own = info_of(coefficients, component);
  if (!own) return -1;
  description->horizontal = own->h_samp_factor;
  description->vertical = own->v_samp_factor;
  description->width = share(info->image_width, own->h_samp_factor, info->max_h_samp_factor);
  description->height = share(info->image_height, own->v_samp_factor, info->max_v_samp_factor);
  description->blocks_across = (int32_t)own->width_in_blocks;
  description->blocks_down = (int32_t)own->height_in_blocks;
  return 0;
}

int ctest_coefficients_table(const ctest_coefficients *coefficients, int32_t component, uint16_t table[64]) {
  const jpeg_component_info *own = info_of(coefficients, component);
  if (!own) return -1;
  for (int k = 0; k < DCTSIZE2; k++) table[k] = own->quant_table ? own->quant_table->quantval[k] : 0;
  return 0;
}

int ctest_coefficients_block(
    ctest_coefficients *coefficients, int32_t component, int32_t across, int32_t down, int16_t block[64]) {
  const jpeg_component_info *own = info_of(coefficients, component);
  if (!own || across < 0 || down < 0) return -1;
  if ((JDIMENSION)across >= own->width_in_blocks || (JDIMENSION)down >= own->height_in_blocks) return -1;
  if (setjmp(coefficients->errors.place)) return -1;
  j_common_ptr common = (j_common_ptr)&coefficients->info;
  jvirt_barray_ptr array = coefficients->arrays[component];
  JBLOCKARRAY rows = coefficients->info.mem->access_virt_barray(common, array, (JDIMENSION)down, 1, FALSE);
  memcpy(block, rows[0][across], sizeof(JBLOCK));
  return 0;
}

/*
 * Arithmetic coding with a restart at each block holds any coefficients of 16 bits, even those of damaged files;
 * Huffman codes end at 10 bits and 11 for a difference.
 */
static void set_up(struct jpeg_compress_struct *info, const ctest_component *own, const uint16_t table[64]) {
  info->image_width = (JDIMENSION)own->width;
  info->image_height = (JDIMENSION)own->height;
  info->input_components = 1;
  info->in_color_space = JCS_GRAYSCALE;
  jpeg_set_defaults(info);
  memcpy(info->quant_tbl_ptrs[0]->quantval, table, sizeof info->quant_tbl_ptrs[0]->quantval);
  info->arith_code = TRUE;
  info->restart_interval = 1;
}

static int write_alone(ctest_coefficients *coefficients, int32_t component, grey_file *file) {
  struct jpeg_compress_struct info;
  failure errors;
  ctest_component own;
  uint16_t table[64];
  if (ctest_coefficients_describe(coefficients, component, &own)) return -1;
  ctest_coefficients_table(coefficients, component, table);
  memset(&info, 0, sizeof info);
  info.err = failure_init(&errors);
  if (setjmp(errors.place)) {
    jpeg_destroy_compress(&info);
    return -1;
  }
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, &file->bytes, &file->count);
  set_up(&info, &own, table);
  jpeg_write_coefficients(&info, &coefficients->arrays[component]);
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  return 0;
}

int ctest_coefficients_read(
    ctest_coefficients *coefficients, int32_t component, int32_t eighths, ctest_picture *picture) {
  memset(picture, 0, sizeof *picture);
  if (!info_of(coefficients, component)) return -1;
  grey_file *file = &coefficients->files[component];
  if (!file->count && write_alone(coefficients, component, file)) return -1;
  if (ctest_read(file->bytes, file->count, eighths, picture)) return -1;
  int32_t own = picture->warnings;
  picture->warnings = ctest_coefficients_warnings(coefficients);
  if (!own) return 0;
  ctest_free(picture->samples);
  picture->samples = NULL;
  return -1;
}
