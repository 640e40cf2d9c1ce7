#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "dav1d_library.h"
#include "frame.h"

typedef struct {
  Dav1dContext *context;
  Dav1dPicture picture;
  /* The codec of libaom, if it decoded the picture. */
  void *aom;
} av1_codec;

static void close_dav1d(av1_codec *codec) {
  const shim_dav1d_functions *library = shim_dav1d();
  if (!library) return;
  if (codec->picture.data[0]) library->picture_unref(&codec->picture);
  if (codec->context) library->close(&codec->context);
}

static void close_codec(void *codec) {
  av1_codec *av1 = codec;
  if (!av1) return;
  close_dav1d(av1);
  shim_aom_frames.close(av1->aom);
  free(av1);
}

/* Opens a decoder that has no threads, writes no messages, and decodes no more than a tile. */
static int open_dav1d(const shim_dav1d_functions *library, av1_codec *codec, const shim_layer *layer) {
  Dav1dSettings settings;
  library->default_settings(&settings);
  settings.n_threads = settings.max_frame_delay = 1;
  settings.all_layers = 0;
  settings.frame_size_limit = (unsigned)layer->tile_width * (unsigned)layer->tile_height;
  settings.strict_std_compliance = 1;
  settings.logger.callback = NULL;
  return library->open(&codec->context, &settings) == 0;
}

/* Decodes the only picture in `data`; 0 if something is odd. */
static int decode(const shim_dav1d_functions *library, av1_codec *codec, const uint8_t *bytes, size_t size) {
  Dav1dData data = {0};
  Dav1dPicture more = {0};
  uint8_t *copy = library->data_create(&data, size);
  if (!copy) return 0;
  memcpy(copy, bytes, size);
  int error = library->send_data(codec->context, &data);
  if (!error) error = library->get_picture(codec->context, &codec->picture);
  const int is_taken = data.sz == 0;
  if (!is_taken) library->data_unref(&data);
  if (error || !is_taken) return 0;
  if (library->get_picture(codec->context, &more) == DAV1D_ERR(EAGAIN)) return 1;
  if (more.data[0]) library->picture_unref(&more);
  return 0;
}

static int is_frame(const Dav1dPicture *picture, const shim_layer *layer) {
  return picture->p.w == layer->tile_width && picture->p.h == layer->tile_height;
}

static shim_frame frame_of(const Dav1dPicture *picture) {
  const enum Dav1dPixelLayout layout = picture->p.layout;
  shim_frame frame = {
      .width = picture->p.w,
      .height = picture->p.h,
      .across = layout == DAV1D_PIXEL_LAYOUT_I420 || layout == DAV1D_PIXEL_LAYOUT_I422,
      .down = layout == DAV1D_PIXEL_LAYOUT_I420,
      .is_grey = layout == DAV1D_PIXEL_LAYOUT_I400,
      .matrix = picture->seq_hdr->mtrx,
      .is_full_range = picture->seq_hdr->color_range,
  };
  for (int plane = 0; plane < (frame.is_grey ? 1 : 3); plane++) {
    frame.planes[plane] = picture->data[plane];
    frame.row_bytes[plane] = picture->stride[plane > 0];
    frame.bits[plane] = picture->p.bpc;
    frame.sample_bytes[plane] = picture->p.bpc > 8 ? 2 : 1;
  }
  return frame;
}

/* libaom decodes a picture again of which dav1d complains. So libaom names the damage. */
static shim_status open_codec(void **codec, const shim_layer *layer, const uint8_t *data, size_t size,
                              shim_frame *frame, const char **message) {
  const shim_dav1d_functions *library = shim_dav1d();
  av1_codec *av1 = calloc(1, sizeof *av1);
  if (!av1) return SHIM_NO_MEMORY;
  *codec = av1;
  if (library && shim_is_av1_still(layer, data, size, message) && open_dav1d(library, av1, layer) &&
      decode(library, av1, data, size) && is_frame(&av1->picture, layer)) {
    *frame = frame_of(&av1->picture);
    return SHIM_OK;
  }
  close_dav1d(av1);
  return shim_aom_frames.open(&av1->aom, layer, data, size, frame, message);
}

const shim_frame_codec shim_av1_frames = {open_codec, close_codec};
