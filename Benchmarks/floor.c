/*
 * The floor: a loop over the calls of libraries that a job can't do without, and nothing else.
 *
 *   floor ORDERS
 *
 * A line of ORDERS is one of these; numbers are those of `upright plan --json`, paths end the line:
 *
 *   decode EIGHTHS X Y WIDTH HEIGHT PATH
 *   output QUALITY LEFT TOP WIDTH HEIGHT TO-WIDTH TO-HEIGHT PATH
 *   smaller QUALITY LEFT TOP WIDTH HEIGHT TO-WIDTH TO-HEIGHT PATH
 *
 * `output` is made of the decode, `smaller` of the last such output.
 *
 * Sources and outputs are hashed. Nothing is turned, no metadata is kept, and no file is flushed or renamed. What
 * goes wrong ends it.
 */
#include <err.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <nettle/sha2.h>
#include <zimg.h>

/* Columns that are decoded beside a region, since upsampling gets the outermost ones wrong. */
enum { MARGIN = 2, ALIGNMENT = 64 };

typedef struct {
  int components, width, height;
  size_t stride;
  unsigned char *planes[3];
} picture;

/* Which part of a decode becomes a picture of which size. */
typedef struct {
  double left, top, width, height;
  int to_width, to_height;
} geometry;

static void *allocate(size_t size) {
  void *bytes = aligned_alloc(ALIGNMENT, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
  if (!bytes) err(1, "memory");
  return bytes;
}

static picture make_picture(int components, int width, int height) {
  picture made = {components, width, height, ((size_t)width + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT, {NULL}};
  for (int i = 0; i < components; i++) made.planes[i] = allocate(made.stride * (size_t)height);
  return made;
}

static void drop_picture(picture *dropped) {
  for (int i = 0; i < dropped->components; i++) free(dropped->planes[i]);
}

static void hash(const void *bytes, size_t count) {
  unsigned char value[SHA256_DIGEST_SIZE];
  struct sha256_ctx running;
  sha256_init(&running);
  sha256_update(&running, count, bytes);
  sha256_digest(&running, sizeof value, value);
}

static unsigned char *read_file(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) err(1, "%s", path);
  *count = (size_t)ftell(file);
  rewind(file);
  unsigned char *bytes = allocate(*count);
  if (fread(bytes, 1, *count, file) != *count) err(1, "%s", path);
  fclose(file);
  return bytes;
}

/* One row into its planes; three are taken by themselves, so that the loop can be vectorized. */
static void split(const unsigned char *restrict row, const picture *into, size_t line) {
  size_t width = (size_t)into->width, start = line * into->stride;
  if (into->components == 1) {
    memcpy(into->planes[0] + start, row, width);
    return;
  }
  unsigned char *restrict y = into->planes[0] + start, *restrict u = into->planes[1] + start;
  unsigned char *restrict v = into->planes[2] + start;
  for (size_t x = 0; x < width; x++) {
    y[x] = row[3 * x];
    u[x] = row[3 * x + 1];
    v[x] = row[3 * x + 2];
  }
}

/* A row from its planes. */
static void join(unsigned char *restrict row, const picture *from, size_t line) {
  size_t width = (size_t)from->width, start = line * from->stride;
  if (from->components == 1) {
    memcpy(row, from->planes[0] + start, width);
    return;
  }
  const unsigned char *restrict y = from->planes[0] + start, *restrict u = from->planes[1] + start;
  const unsigned char *restrict v = from->planes[2] + start;
  for (size_t x = 0; x < width; x++) {
    row[3 * x] = y[x];
    row[3 * x + 1] = u[x];
    row[3 * x + 2] = v[x];
  }
}

static picture decode(const char *path, int eighths, int x, int y, int width, int height) {
  size_t count;
  unsigned char *bytes = read_file(path, &count);
  hash(bytes, count);
  struct jpeg_error_mgr errors;
  struct jpeg_decompress_struct info = {.err = jpeg_std_error(&errors)};
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, bytes, count);
  jpeg_read_header(&info, TRUE);
  info.out_color_space = info.jpeg_color_space;
  info.scale_num = (unsigned)eighths;
  info.scale_denom = 8;
  info.do_block_smoothing = FALSE;
  jpeg_start_decompress(&info);

  JDIMENSION first = (JDIMENSION)(x > MARGIN ? x - MARGIN : 0);
  JDIMENSION end = (JDIMENSION)(x + width + MARGIN);
  JDIMENSION taken = (end < info.output_width ? end : info.output_width) - first;
  if (taken < info.output_width) jpeg_crop_scanline(&info, &first, &taken);
  if (y > 0) jpeg_skip_scanlines(&info, (JDIMENSION)y);

  picture made = make_picture(info.output_components, width, height);
  unsigned char *row = allocate((size_t)taken * (size_t)made.components);
  for (size_t line = 0; line < (size_t)height; line++) {
    jpeg_read_scanlines(&info, &row, 1);
    split(row + (x - (int)first) * made.components, &made, line);
  }
  /* What lies below the region isn't decoded, so the decoder isn't asked to finish. */
  jpeg_destroy_decompress(&info);
  free(row);
  free(bytes);
  return made;
}

static zimg_filter_graph *build_graph(const picture *source, const geometry *wanted) {
  zimg_image_format from, to;
  zimg_image_format_default(&from, ZIMG_API_VERSION);
  from.color_family = ZIMG_COLOR_GREY;
  from.pixel_type = ZIMG_PIXEL_BYTE;
  from.pixel_range = ZIMG_RANGE_FULL;
  to = from;
  from.width = (unsigned)source->width;
  from.height = (unsigned)source->height;
  from.active_region.left = wanted->left;
  from.active_region.top = wanted->top;
  from.active_region.width = wanted->width;
  from.active_region.height = wanted->height;
  to.width = (unsigned)wanted->to_width;
  to.height = (unsigned)wanted->to_height;
  zimg_graph_builder_params parameters;
  zimg_graph_builder_params_default(&parameters, ZIMG_API_VERSION);
  parameters.resample_filter = ZIMG_RESIZE_LANCZOS;
  parameters.filter_param_a = 3;
  parameters.cpu_type = ZIMG_CPU_AUTO;
  zimg_filter_graph *graph = zimg_filter_graph_build(&from, &to, &parameters);
  if (!graph) errx(1, "zimg refuses a geometry");
  return graph;
}

static picture resample(const picture *source, const geometry *wanted) {
  picture made = make_picture(source->components, wanted->to_width, wanted->to_height);
  zimg_filter_graph *graph = build_graph(source, wanted);
  size_t size = 0;
  zimg_filter_graph_get_tmp_size(graph, &size);
  void *scratch = allocate(size);
  for (int i = 0; i < made.components; i++) {
    zimg_image_buffer_const input = {.version = ZIMG_API_VERSION};
    input.plane[0].data = source->planes[i];
    input.plane[0].stride = (ptrdiff_t)source->stride;
    input.plane[0].mask = ZIMG_BUFFER_MAX;
    zimg_image_buffer output = {.version = ZIMG_API_VERSION};
    output.plane[0].data = made.planes[i];
    output.plane[0].stride = (ptrdiff_t)made.stride;
    output.plane[0].mask = ZIMG_BUFFER_MAX;
    if (zimg_filter_graph_process(graph, &input, &output, scratch, NULL, NULL, NULL, NULL)) errx(1, "zimg");
  }
  zimg_filter_graph_free(graph);
  free(scratch);
  return made;
}

static void encode(const char *path, int quality, const picture *source) {
  struct jpeg_error_mgr errors;
  struct jpeg_compress_struct info = {.err = jpeg_std_error(&errors)};
  unsigned char *bytes = NULL, *row = allocate((size_t)source->width * (size_t)source->components);
  unsigned long count = 0;
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, &bytes, &count);
  info.image_width = (JDIMENSION)source->width;
  info.image_height = (JDIMENSION)source->height;
  info.input_components = source->components;
  info.in_color_space = source->components == 1 ? JCS_GRAYSCALE : JCS_YCbCr;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  jpeg_start_compress(&info, TRUE);
  for (size_t line = 0; line < (size_t)source->height; line++) {
    join(row, source, line);
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  hash(bytes, count);
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(bytes, 1, count, file) != count || fclose(file) != 0) err(1, "%s", path);
  free(bytes);
  free(row);
}

/* Gives what was resampled; nothing where the source has the wanted size already. */
static picture make_output(const char *path, int quality, const picture *source, const geometry *wanted) {
  picture made = {.components = 0};
  if (wanted->width != wanted->to_width || wanted->height != wanted->to_height) made = resample(source, wanted);
  encode(path, quality, made.components ? &made : source);
  return made;
}

int main(int count, char **arguments) {
  FILE *orders = count == 2 ? fopen(arguments[1], "r") : NULL;
  if (!orders) err(2, "floor ORDERS");
  /* Memory that was freed is taken again, instead of being asked of the kernel for each picture. */
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  picture current = {.components = 0}, last = {.components = 0};
  char line[8192], path[4096], order[8];
  while (fgets(line, sizeof line, orders)) {
    int number, x, y, width, height;
    geometry to;
    if (sscanf(line, "decode %d %d %d %d %d %4095[^\n]", &number, &x, &y, &width, &height, path) == 6) {
      drop_picture(&current);
      current = decode(path, number, x, y, width, height);
    } else if (sscanf(line, "%7s %d %lf %lf %lf %lf %d %d %4095[^\n]", order, &number, &to.left, &to.top, &to.width,
                      &to.height, &to.to_width, &to.to_height, path) == 9) {
      int is_smaller = strcmp(order, "smaller") == 0;
      picture made = make_output(path, number, is_smaller ? &last : &current, &to);
      drop_picture(is_smaller ? &made : &last);
      if (!is_smaller) last = made;
    } else {
      errx(1, "not an order: %s", line);
    }
  }
  drop_picture(&current);
  drop_picture(&last);
  fclose(orders);
  return 0;
}
