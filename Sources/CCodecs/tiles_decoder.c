#include <stdlib.h>
#include <string.h>

#include <aom/aom_codec.h>

#include "decoding.h"
#include "frame.h"

/* Data that doesn't decode; data that ends early. */
enum { DATA, END };

static const shim_damage damages[] = {
  [DATA] = {"heif_data", SHIM_FAIL_ON_ERROR, NULL},
  [END] = {"heif_end", SHIM_FAIL_ON_TRUNCATED, NULL},
  {0},
};

/* The colours or the alpha. */
typedef struct {
  shim_layer tiles;
  int planes;
  /* The matrix and range to use. */
  int matrix, is_full_range, is_grey;
  /* Without tiles: the frame, which has no planes if it is damaged. */
  int is_open;
  void *codec;
  shim_frame frame;
  shim_colors colors;
  /* With tiles: the region's columns of one row of tiles, plane by plane. */
  uint8_t *held;
  size_t held_plane;
  int32_t held_row;
} layer;

typedef struct {
  shim_decoder head;
  const shim_frame_codec *frames;
  shim_coded_picture picture;
  layer color, alpha;
  uint16_t *scratch;
  /* The next row. */
  int32_t row;
} tiles_decoder;

static tiles_decoder *create(const shim_frame_codec *frames) {
  tiles_decoder *decoder = calloc(1, sizeof *decoder);
  if (decoder) decoder->frames = frames;
  return decoder;
}

static shim_decoder *create_av1(void) { return (shim_decoder *)create(&shim_av1_frames); }

static shim_decoder *create_aom(void) { return (shim_decoder *)create(&shim_aom_frames); }

static shim_decoder *create_de265(void) { return (shim_decoder *)create(&shim_de265_frames); }

static void destroy(shim_decoder *head) {
  tiles_decoder *decoder = (tiles_decoder *)head;
  decoder->frames->close(decoder->color.codec);
  decoder->frames->close(decoder->alpha.codec);
  free(decoder->scratch);
  free(decoder);
}

/* True for the engines of this file. */
static int is_tiles_engine(const shim_decoding *engine) { return engine->destroy == destroy; }

void shim_decoder_set_picture(shim_decoder *head, const shim_coded_picture *picture) {
  if (is_tiles_engine(head->engine)) ((tiles_decoder *)head)->picture = *picture;
}

static size_t row_bytes(const tiles_decoder *decoder) {
  return (size_t)decoder->head.request.region_width * (size_t)decoder->head.request.sample_bytes;
}

static int is_tiled(const layer *layer) { return layer->tiles.rows > 1 || layer->tiles.columns > 1; }

static size_t held_bytes(const layer *layer) {
  return is_tiled(layer) ? (size_t)layer->planes * layer->held_plane : 0;
}

static void set_layer(tiles_decoder *decoder, layer *layer, const shim_layer *tiles, int planes) {
  layer->tiles = *tiles;
  layer->planes = planes;
  layer->held_plane = row_bytes(decoder) * (size_t)tiles->tile_height;
  layer->held_row = -1;
}

/* True if the picture lies inside the tiles. */
static int has_picture(const shim_layer *tiles, const tiles_decoder *decoder) {
  const shim_coded_picture *picture = &decoder->picture;
  return tiles->columns > 0 && tiles->rows > 0 && picture->x >= 0 && picture->y >= 0 &&
         picture->x + (int64_t)decoder->head.request.width <= (int64_t)tiles->columns * tiles->tile_width &&
         picture->y + (int64_t)decoder->head.request.height <= (int64_t)tiles->rows * tiles->tile_height;
}

static int is_as_planned(const tiles_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  return shim_has_region(request, request->width, request->height) && has_picture(&decoder->picture.color, decoder) &&
         (request->color == SHIM_GREY || request->color == SHIM_RGB) &&
         request->has_alpha == (decoder->picture.alpha.columns > 0) &&
         (!request->has_alpha || has_picture(&decoder->picture.alpha, decoder));
}

static shim_status start(shim_decoder *head, shim_decode_layout *layout) {
  tiles_decoder *decoder = (tiles_decoder *)head;
  const shim_decode_request *request = &head->request;
  if (!is_as_planned(decoder)) return SHIM_CHANGED;
  /* Of the two decoders of AV1, only libaom checks the end of each tile's symbols. */
  if (request->wants_rest && decoder->frames == &shim_av1_frames) decoder->frames = &shim_aom_frames;
  decoder->row = request->y;
  set_layer(decoder, &decoder->color, &decoder->picture.color, request->color == SHIM_GREY ? 1 : 3);
  decoder->color.matrix = decoder->picture.matrix;
  decoder->color.is_full_range = decoder->picture.is_full_range;
  decoder->color.is_grey = request->color == SHIM_GREY;
  if (request->has_alpha) {
    set_layer(decoder, &decoder->alpha, &decoder->picture.alpha, 1);
    decoder->alpha.matrix = 2;
    decoder->alpha.is_full_range = decoder->alpha.is_grey = 1;
  }
  decoder->scratch = malloc(shim_frame_scratch(request->region_width) * sizeof *decoder->scratch);
  if (!decoder->scratch) return SHIM_NO_MEMORY;
  const size_t size = held_bytes(&decoder->color), more = held_bytes(&decoder->alpha);
  if (size + more == 0) return SHIM_OK;
  uint8_t *held = head->lender.take(head->lender.owner, size + more);
  if (!held) return SHIM_NO_MEMORY;
  decoder->color.held = held;
  decoder->alpha.held = held + size;
  return SHIM_OK;
}

/* The data of a tile, to be freed by the caller. `is_cut` tells if some is missing. */
static shim_status read_tile(tiles_decoder *decoder, const shim_layer *tiles, int32_t tile, uint8_t **data,
                             size_t *size, int *is_cut) {
  const int32_t first = tile > 0 ? tiles->ends[tile - 1] : 0, end = tiles->ends[tile];
  shim_input *input = &decoder->head.input;
  size_t capacity = 1;
  for (int32_t piece = first; piece < end; piece++) capacity += (size_t)tiles->pieces[piece].count;
  *data = malloc(capacity);
  if (!*data) return SHIM_NO_MEMORY;
  *is_cut = tiles->is_cut[tile];
  *size = 0;
  for (int32_t piece = first; piece < end; piece++) {
    const size_t wanted = (size_t)tiles->pieces[piece].count;
    input->offset = tiles->pieces[piece].offset;
    const ssize_t count = shim_input_fill(input, *data + *size, wanted);
    if (count < 0) return shim_unread(&decoder->head);
    *size += (size_t)count;
    if ((size_t)count < wanted) *is_cut = 1;
  }
  return SHIM_OK;
}

static int32_t clamped(int64_t place, int32_t most) { return (int32_t)(place < 0 ? 0 : place < most ? place : most); }

/* Sets the picture's part of a tile. */
static void set_edges(const tiles_decoder *decoder, const shim_layer *tiles, int32_t tile, shim_frame *frame) {
  const int64_t x = decoder->picture.x - (int64_t)(tile % tiles->columns) * tiles->tile_width;
  const int64_t y = decoder->picture.y - (int64_t)(tile / tiles->columns) * tiles->tile_height;
  frame->left = clamped(x, tiles->tile_width);
  frame->top = clamped(y, tiles->tile_height);
  frame->right = clamped(x + decoder->head.request.width, tiles->tile_width);
  frame->bottom = clamped(y + decoder->head.request.height, tiles->tile_height);
}

/* Decodes a tile. After tolerated damage it has no frame, or an incomplete one. */
static shim_status open_tile(tiles_decoder *decoder, layer *layer, int32_t tile) {
  uint8_t *data = NULL;
  size_t size = 0;
  int is_cut = 0;
  const char *message = "";
  layer->frame = (shim_frame){0};
  if (shim_is_late(&decoder->head)) return SHIM_TIMEOUT;
  shim_status status = read_tile(decoder, &layer->tiles, tile, &data, &size, &is_cut);
  if (status == SHIM_OK) {
    status = decoder->frames->open(&layer->codec, &layer->tiles, data, size, &layer->frame, &message);
  }
  free(data);
  if (is_cut && (status == SHIM_OK || status == SHIM_CORRUPT)) {
    status = SHIM_CORRUPT;
    message = "the file ends too early";
  }
  if (status == SHIM_CORRUPT && shim_tolerates(&decoder->head, is_cut ? END : DATA)) status = SHIM_OK;
  if (status == SHIM_CORRUPT) return shim_failure(&decoder->head, SHIM_CORRUPT, message);
  if (status != SHIM_OK || !layer->frame.planes[0]) return status;
  set_edges(decoder, &layer->tiles, tile, &layer->frame);
  if (shim_colors_of(&layer->frame, layer->matrix, layer->is_full_range, layer->is_grey,
                     decoder->head.request.sample_bytes, &layer->colors)) {
    return SHIM_OK;
  }
  return shim_failure(&decoder->head, SHIM_FAILED, "its colours are coded in a way that isn't known");
}

static void close_tile(tiles_decoder *decoder, layer *layer) {
  decoder->frames->close(layer->codec);
  layer->codec = NULL;
  layer->frame = (shim_frame){0};
}

/* Puts `count` pixels of a tile's row; 0 if the tile couldn't be decoded. */
static void put_row(const tiles_decoder *decoder, const layer *layer, int32_t y, int32_t x, int32_t count,
                    uint8_t *into, size_t plane_bytes) {
  const size_t bytes = (size_t)count * (size_t)decoder->head.request.sample_bytes;
  if (!layer->frame.planes[0]) {
    for (int plane = 0; plane < layer->planes; plane++) memset(into + (size_t)plane * plane_bytes, 0, bytes);
    return;
  }
  shim_frame_row(&layer->frame, &layer->colors, y, x, count, decoder->scratch, into, plane_bytes);
  if (layer->colors.is_grey && layer->planes == 3) {
    memcpy(into + plane_bytes, into, bytes);
    memcpy(into + 2 * plane_bytes, into, bytes);
  }
}

/* Decodes the region's part of one row of tiles. */
static shim_status hold_row(tiles_decoder *decoder, layer *layer, int32_t row) {
  const shim_layer *tiles = &layer->tiles;
  const shim_decode_request *request = &decoder->head.request;
  const int64_t left = (int64_t)decoder->picture.x + request->x, right = left + request->region_width;
  layer->held_row = row;
  for (int64_t column = left / tiles->tile_width; column * tiles->tile_width < right; column++) {
    const int64_t start = column * tiles->tile_width;
    const int64_t first = start > left ? start : left;
    const int64_t end = start + tiles->tile_width < right ? start + tiles->tile_width : right;
    const shim_status status = open_tile(decoder, layer, row * tiles->columns + (int32_t)column);
    for (int32_t y = 0; status == SHIM_OK && y < tiles->tile_height; y++) {
      uint8_t *into = layer->held + (size_t)y * row_bytes(decoder) + (size_t)((first - left) * request->sample_bytes);
      put_row(decoder, layer, y, (int32_t)(first - start), (int32_t)(end - first), into, layer->held_plane);
    }
    close_tile(decoder, layer);
    if (status != SHIM_OK) return status;
  }
  return SHIM_OK;
}

/* The next row of a layer. */
static shim_status layer_row(tiles_decoder *decoder, layer *layer, uint8_t *into, size_t plane_bytes) {
  const int32_t y = decoder->picture.y + decoder->row;
  shim_status status = SHIM_OK;
  if (!is_tiled(layer)) {
    if (!layer->is_open) status = open_tile(decoder, layer, 0);
    layer->is_open = 1;
    if (status != SHIM_OK) return status;
    put_row(decoder, layer, y, decoder->picture.x + decoder->head.request.x, decoder->head.request.region_width, into,
            plane_bytes);
    return SHIM_OK;
  }
  const int32_t row = y / layer->tiles.tile_height;
  if (row != layer->held_row) status = hold_row(decoder, layer, row);
  if (status != SHIM_OK) return status;
  const uint8_t *held = layer->held + (size_t)(y % layer->tiles.tile_height) * row_bytes(decoder);
  for (int plane = 0; plane < layer->planes; plane++) {
    memcpy(into + (size_t)plane * plane_bytes, held + (size_t)plane * layer->held_plane, row_bytes(decoder));
  }
  return SHIM_OK;
}

static uint32_t divided(uint32_t sample, uint32_t alpha, uint32_t most) {
  if (alpha == 0) return 0;
  const uint32_t whole = (uint32_t)(((uint64_t)sample * most + alpha / 2) / alpha);
  return whole < most ? whole : most;
}

/* Divides a row's premultiplied colours by their alpha. */
static void divide_row(const tiles_decoder *decoder, uint8_t *into, size_t plane_bytes) {
  const size_t count = (size_t)decoder->head.request.region_width;
  const uint8_t *alpha = into + (size_t)decoder->color.planes * plane_bytes;
  for (int plane = 0; plane < decoder->color.planes; plane++, into += plane_bytes) {
    if (decoder->head.request.sample_bytes == 2) {
      uint16_t *samples = (uint16_t *)(void *)into;
      const uint16_t *parts = (const uint16_t *)(const void *)alpha;
      for (size_t x = 0; x < count; x++) samples[x] = (uint16_t)divided(samples[x], parts[x], 65535);
    } else {
      for (size_t x = 0; x < count; x++) into[x] = (uint8_t)divided(into[x], alpha[x], 255);
    }
  }
}

static shim_status read_rows(shim_decoder *head, uint8_t *into, size_t bytes, size_t plane_bytes, int32_t rows) {
  tiles_decoder *decoder = (tiles_decoder *)head;
  if (shim_is_late(head)) return SHIM_TIMEOUT;
  for (int32_t row = 0; row < rows; row++, decoder->row++, into += bytes) {
    shim_status status = layer_row(decoder, &decoder->color, into, plane_bytes);
    if (status == SHIM_OK && head->request.has_alpha) {
      status = layer_row(decoder, &decoder->alpha, into + (size_t)decoder->color.planes * plane_bytes, plane_bytes);
    }
    if (status != SHIM_OK) return status;
    if (decoder->picture.is_premultiplied && head->request.has_alpha) divide_row(decoder, into, plane_bytes);
  }
  return SHIM_OK;
}

static const char *aom_version(void) {
  const char *version = aom_codec_version_str();
  return *version == 'v' ? version + 1 : version;
}

const shim_decoding shim_libaom = {create_av1, start, read_rows, NULL, NULL, destroy, aom_version, damages, 1};
const shim_decoding shim_libaom_alone = {create_aom, start, read_rows, NULL, NULL, destroy, aom_version, damages, 1};

static const char *de265_version(void) {
  const char *version = shim_de265_version();
  return version ? version : "none";
}

const shim_decoding shim_libde265 = {create_de265,  start,    read_rows, NULL, NULL, destroy,
                                     de265_version, damages, 1};
