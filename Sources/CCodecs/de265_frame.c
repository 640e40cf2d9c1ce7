#include <stdlib.h>

#include "de265_library.h"
#include "frame.h"

/* Kinds of NAL unit (ITU-T H.265, table 7-1). */
enum { FIRST_RANDOM_ACCESS = 16, LAST_RANDOM_ACCESS = 21, FIRST_PARAMETERS = 32, LAST_PARAMETERS = 34 };
enum { SPARE_CALLS = 64 };

typedef struct {
  const uint8_t *data;
  size_t size;
} unit;

/* Takes the next NAL unit from data with a length before each unit; false if no whole unit is left. */
static int next_unit(unit *rest, int32_t length_bytes, unit *next) {
  if (rest->size < (size_t)length_bytes) return 0;
  size_t length = 0;
  for (int32_t i = 0; i < length_bytes; i++) length = length << 8 | rest->data[i];
  const size_t left = rest->size - (size_t)length_bytes;
  const uint8_t *data = rest->data + length_bytes;
  if (length > left) return 0;
  *next = (unit){data, length};
  *rest = (unit){data + length, left - length};
  return 1;
}

/* True for a unit of the base layer with a kind from `first` to `last`. */
static int is_kind(const unit *unit, int first, int last) {
  if (unit->size < 3 || unit->data[0] & 0x81 || unit->data[1] >> 3) return 0;
  const int kind = unit->data[0] >> 1;
  return kind >= first && kind <= last;
}

static int push(const shim_de265_functions *library, de265_decoder_context *context, const unit *unit) {
  return library->isOK(library->push_NAL(context, unit->data, (int)unit->size, 0, NULL));
}

/* Passes the parameter sets and the first picture's slices to the decoder, and counts the units; false if data
   is damaged. */
static int push_all(const shim_de265_functions *library, de265_decoder_context *context, const shim_layer *layer,
                    const uint8_t *data, size_t size, size_t *units) {
  unit rest = {layer->parameters, layer->parameter_bytes}, next;
  while (next_unit(&rest, layer->length_bytes, &next)) {
    ++*units;
    if (is_kind(&next, FIRST_PARAMETERS, LAST_PARAMETERS) && !push(library, context, &next)) return 0;
  }
  rest = (unit){data, size};
  int pictures = 0;
  while (next_unit(&rest, layer->length_bytes, &next)) {
    ++*units;
    if (!is_kind(&next, FIRST_RANDOM_ACCESS, LAST_RANDOM_ACCESS)) continue;
    /* The first slice segment of a picture has this flag (7.3.6.1). */
    pictures += next.data[2] >> 7;
    if (pictures > 1) break;
    if (!push(library, context, &next)) return 0;
  }
  return pictures > 0 && rest.size == 0;
}

/*
 * Decodes the pushed units up to the first picture; NULL if there is none. As long as no picture is taken, each
 * call decodes at least one unit.
 */
static const struct de265_image *decode_all(const shim_de265_functions *library, de265_decoder_context *context,
                                            size_t units, int *is_whole) {
  const struct de265_image *image = NULL;
  int more = 1;
  if (!library->isOK(library->flush_data(context))) *is_whole = 0;
  for (size_t i = 0; more && !image && i < 2 * units + SPARE_CALLS; i++) {
    const de265_error error = library->decode(context, &more);
    image = library->get_next_picture(context);
    if (error == DE265_OK) continue;
    *is_whole = 0;
    if (!library->isOK(error)) break;
  }
  if (library->get_warning(context) != DE265_OK) *is_whole = 0;
  return image;
}

static shim_frame frame_of(const shim_de265_functions *library, const struct de265_image *image) {
  const enum de265_chroma chroma = library->get_chroma_format(image);
  shim_frame frame = {
      .width = library->get_image_width(image, 0),
      .height = library->get_image_height(image, 0),
      .across = chroma == de265_chroma_420 || chroma == de265_chroma_422,
      .down = chroma == de265_chroma_420,
      .is_grey = chroma == de265_chroma_mono,
      .matrix = library->get_image_matrix_coefficients(image),
      .is_full_range = library->get_image_full_range_flag(image),
  };
  for (int plane = 0; plane < (frame.is_grey ? 1 : 3); plane++) {
    int stride = 0;
    frame.planes[plane] = library->get_image_plane(image, plane, &stride);
    frame.row_bytes[plane] = stride;
    frame.bits[plane] = library->get_bits_per_pixel(image, plane);
    frame.sample_bytes[plane] = frame.bits[plane] > 8 ? 2 : 1;
  }
  return frame;
}

static void close_codec(void *codec) {
  const shim_de265_functions *library = shim_de265();
  if (codec && library) library->free_decoder(codec);
}

static shim_status open_codec(void **codec, const shim_layer *layer, const uint8_t *data, size_t size,
                              shim_frame *frame, const char **message) {
  const shim_de265_functions *library = shim_de265();
  *message = "the HEVC picture doesn't decode";
  if (!library) return SHIM_FAILED;
  *codec = library->new_decoder();
  if (!*codec) return SHIM_NO_MEMORY;
  size_t units = 0;
  int is_whole = push_all(library, *codec, layer, data, size, &units);
  const struct de265_image *image = decode_all(library, *codec, units, &is_whole);
  if (image) *frame = frame_of(library, image);
  if (frame->width != layer->tile_width || frame->height != layer->tile_height) *frame = (shim_frame){0};
  return is_whole && frame->planes[0] ? SHIM_OK : SHIM_CORRUPT;
}

const shim_frame_codec shim_de265_frames = {open_codec, close_codec};
