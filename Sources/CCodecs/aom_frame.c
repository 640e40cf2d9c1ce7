#include <stdlib.h>

#include <aom/aom_decoder.h>
#include <aom/aomdx.h>

#include "frame.h"

/* A LEB128 number (AV1, 4.10.5); false if there is none or it is too large. */
static int leb128(const uint8_t *data, size_t size, size_t *place, uint64_t *value) {
  *value = 0;
  for (int i = 0; i < 8; i++) {
    if (*place >= size) return 0;
    const uint8_t byte = data[(*place)++];
    *value |= (uint64_t)(byte & 0x7F) << (7 * i);
    if (!(byte & 0x80)) return 1;
  }
  return 0;
}

/*
 * True for whole OBUs with one sequence header, as the AV1 Image File Format requires (2.1). A second header could
 * make the picture larger than the first one says.
 */
static int is_one_sequence(const uint8_t *data, size_t size) {
  size_t place = 0;
  int headers = 0;
  while (place < size) {
    const uint8_t head = data[place++];
    if (head & 0x80) return 0;
    if (head & 0x04) place++;
    uint64_t length = place < size ? size - place : 0;
    if ((head & 0x02) && !leb128(data, size, &place, &length)) return 0;
    if (place > size || length > size - place) return 0;
    headers += (head >> 3 & 15) == OBU_SEQUENCE_HEADER;
    place += (size_t)length;
  }
  return headers == 1;
}

static void close_codec(void *codec) {
  if (!codec) return;
  aom_codec_destroy(codec);
  free(codec);
}

static int is_frame(const aom_image_t *image, const shim_layer *layer) {
  return image && (int64_t)image->d_w == layer->tile_width && (int64_t)image->d_h == layer->tile_height;
}

static shim_frame frame_of(const aom_image_t *image) {
  const int bytes = image->fmt & AOM_IMG_FMT_HIGHBITDEPTH ? 2 : 1;
  shim_frame frame = {
      .width = (int32_t)image->d_w,
      .height = (int32_t)image->d_h,
      .across = image->x_chroma_shift != 0,
      .down = image->y_chroma_shift != 0,
      .is_grey = image->monochrome,
      .matrix = image->mc,
      .is_full_range = image->range == AOM_CR_FULL_RANGE,
  };
  for (int plane = 0; plane < 3; plane++) {
    frame.planes[plane] = image->planes[plane];
    frame.row_bytes[plane] = image->stride[plane];
    frame.sample_bytes[plane] = bytes;
    frame.bits[plane] = (int)image->bit_depth;
  }
  return frame;
}

static shim_status failure(aom_codec_err_t error) {
  return error == AOM_CODEC_MEM_ERROR ? SHIM_NO_MEMORY : SHIM_CORRUPT;
}

int shim_is_av1_still(const shim_layer *layer, const uint8_t *data, size_t size, const char **message) {
  aom_codec_stream_info_t info = {0};
  *message = "the AV1 picture doesn't decode";
  if (!is_one_sequence(data, size) || aom_codec_peek_stream_info(aom_codec_av1_dx(), data, size, &info)) return 0;
  const int is_same = (int64_t)info.w == layer->tile_width && (int64_t)info.h == layer->tile_height;
  if (!is_same) *message = "the AV1 picture has another size than its file says";
  return is_same;
}

static shim_status open_codec(void **codec, const shim_layer *layer, const uint8_t *data, size_t size,
                              shim_frame *frame, const char **message) {
  if (!shim_is_av1_still(layer, data, size, message)) return SHIM_CORRUPT;
  aom_codec_ctx_t *context = calloc(1, sizeof *context);
  if (!context) return SHIM_NO_MEMORY;
  *codec = context;
  const aom_codec_dec_cfg_t config = {.threads = 1, .allow_lowbitdepth = 1};
  aom_codec_err_t error = aom_codec_dec_init(context, aom_codec_av1_dx(), &config, 0);
  if (error) return failure(error);
  error = aom_codec_decode(context, data, size, NULL);
  aom_codec_iter_t next = NULL;
  const aom_image_t *image = error == AOM_CODEC_MEM_ERROR ? NULL : aom_codec_get_frame(context, &next);
  if (is_frame(image, layer)) *frame = frame_of(image);
  return error || !frame->planes[0] ? failure(error) : SHIM_OK;
}

const shim_frame_codec shim_aom_frames = {open_codec, close_codec};
