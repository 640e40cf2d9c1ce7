#include <stdlib.h>

#include "avif_encoding.h"
#include "avif_planes.h"

typedef struct {
  shim_encoder head;
  shim_avif_planes planes;
  /* One for the colours, one for the alpha. */
  shim_av1_still stills[2];
  shim_output profile, exif, xmp;
  /* Primaries and transfer; 0 if none were given. */
  uint8_t primaries, transfer;
  shim_avif_map map;
  shim_output tone_map;
} avif_encoder;

static void destroy(shim_encoder *head) {
  avif_encoder *encoder = (avif_encoder *)head;
  shim_avif_planes_free(&encoder->planes);
  for (int i = 0; i < 2; i++) free(encoder->stills[i].data.bytes);
  free(encoder->profile.bytes);
  free(encoder->exif.bytes);
  free(encoder->xmp.bytes);
  free(encoder->tone_map.bytes);
  free(encoder);
}

static shim_encoder *create(void) { return calloc(1, sizeof(avif_encoder)); }

static shim_status start(shim_encoder *head) {
  avif_encoder *encoder = (avif_encoder *)head;
  const shim_encode_request *request = &head->request;
  if (request->color != SHIM_GREY && request->color != SHIM_RGB) {
    return shim_encoder_failed(&encoder->head, "AVIF takes grey and RGB alone");
  }
  if (request->bits != 8 && request->bits != 10 && request->bits != 12) {
    return shim_encoder_failed(&encoder->head, "AVIF has no such depth");
  }
  return shim_avif_planes_start(&encoder->planes, request);
}

static shim_status add_metadata(shim_encoder *head, shim_metadata kind, const uint8_t *bytes, size_t count) {
  avif_encoder *encoder = (avif_encoder *)head;
  if (kind == SHIM_CICP && count == 2) {
    encoder->primaries = bytes[0];
    encoder->transfer = bytes[1];
    return SHIM_OK;
  }
  if (kind != SHIM_ICC && kind != SHIM_EXIF && kind != SHIM_XMP) return SHIM_REFUSED;
  shim_output *own = kind == SHIM_ICC ? &encoder->profile : kind == SHIM_EXIF ? &encoder->exif : &encoder->xmp;
  own->count = 0;
  return shim_output_add(own, bytes, count) ? SHIM_OK : SHIM_NO_MEMORY;
}

/* The data of a `tmap` item is its own version, 0, and the metadata (ISO/IEC 23008-12, amendment 1). */
static shim_status add_gain_map(shim_encoder *head, const shim_encoder *map, int32_t is_hdr, const uint8_t *metadata,
                                size_t count) {
  avif_encoder *encoder = (avif_encoder *)head;
  const avif_encoder *other = (const avif_encoder *)map;
  encoder->tone_map.count = 0;
  encoder->map = (shim_avif_map){
      .width = map->request.width,
      .height = map->request.height,
      .primaries = other->primaries,
      .is_hdr = is_hdr,
      .still = &other->stills[0],
      .profile = &other->profile,
      .data = &encoder->tone_map,
  };
  return shim_output_add(&encoder->tone_map, "\0", 1) && shim_output_add(&encoder->tone_map, metadata, count)
             ? SHIM_OK
             : SHIM_NO_MEMORY;
}

static shim_status write_rows(shim_encoder *head, const uint8_t *const *planes, const size_t *row_bytes, int32_t rows) {
  avif_encoder *encoder = (avif_encoder *)head;
  if (rows > head->request.height - encoder->planes.row) return shim_encoder_failed(&encoder->head, "there are too many rows");
  shim_avif_planes_write(&encoder->planes, &head->request, planes, row_bytes, rows);
  return SHIM_OK;
}

static shim_status code(avif_encoder *encoder, aom_image_t **image, shim_color_numbers numbers, shim_av1_still *still) {
  if (shim_encoder_is_late(&encoder->head)) return SHIM_TIMEOUT;
  shim_status status = shim_code_av1(*image, &encoder->head.request, numbers, still, encoder->head.message);
  aom_img_free(*image);
  *image = NULL;
  return status;
}

static shim_status finish(shim_encoder *head) {
  /* The numbers for unspecified, for sRGB, and for the matrix of BT.601. */
  enum { UNSPECIFIED = 2, SRGB_PRIMARIES = 1, SRGB_TRANSFER = 13, BT601 = 6 };
  avif_encoder *encoder = (avif_encoder *)head;
  if (encoder->planes.row != head->request.height) return shim_encoder_failed(&encoder->head, "rows are missing");
  const int has_profile = encoder->profile.count > 0;
  const shim_color_numbers none = {UNSPECIFIED, UNSPECIFIED, UNSPECIFIED};
  shim_color_numbers numbers = {SRGB_PRIMARIES, SRGB_TRANSFER, BT601};
  if (has_profile) numbers = (shim_color_numbers){UNSPECIFIED, UNSPECIFIED, BT601};
  if (encoder->primaries > 0) numbers = (shim_color_numbers){encoder->primaries, encoder->transfer, BT601};
  const shim_avif_parts parts = {
      .width = head->request.width,
      .height = head->request.height,
      .numbers = numbers,
      .orientation = head->request.orientation,
      .color = &encoder->stills[0],
      .alpha = encoder->planes.alpha ? &encoder->stills[1] : NULL,
      .profile = &encoder->profile,
      .exif = &encoder->exif,
      .xmp = &encoder->xmp,
      .map = encoder->map.still ? &encoder->map : NULL,
  };
  shim_status status = code(encoder, &encoder->planes.color, parts.numbers, &encoder->stills[0]);
  if (status == SHIM_OK && parts.alpha) status = code(encoder, &encoder->planes.alpha, none, &encoder->stills[1]);
  if (status != SHIM_OK) return status;
  status = shim_avif_write(&parts, &head->output);
  return status == SHIM_FAILED ? shim_encoder_failed(&encoder->head, "its data is longer than a file can have") : status;
}

const shim_encoding shim_avif = {create, start, add_metadata, write_rows, finish, destroy, add_gain_map};
