#include <stdlib.h>

#include <libraw/libraw_version.h>

#include "decoding.h"
#include "raw_library.h"

/* Data that doesn't decode; data that ends early. */
enum { DATA, END };

static const shim_damage damages[] = {
  [DATA] = {"raw_data", SHIM_FAIL_ON_ERROR, NULL},
  [END] = {"raw_end", SHIM_FAIL_ON_TRUNCATED, "the file ends too early"},
  {0},
};

/* Half size: a pixel for each Bayer cell of 2x2 pixels. */
enum { HALF = 4, FULL = 8 };

typedef struct {
  shim_decoder head;
  shim_raw *raw;
  /* The next row. */
  int32_t row;
} raw_decoder;

static shim_decoder *create(void) {
  raw_decoder *decoder = calloc(1, sizeof *decoder);
  return decoder ? &decoder->head : NULL;
}

static void destroy(shim_decoder *head) {
  raw_decoder *decoder = (raw_decoder *)head;
  if (decoder->raw) shim_raw_destroy(decoder->raw);
  free(decoder);
}

/* The status of a step, with LibRaw's message if it failed. */
static shim_status checked(raw_decoder *decoder, shim_status status) {
  return status == SHIM_OK ? SHIM_OK : shim_failure(&decoder->head, status, shim_raw_message(decoder->raw));
}

static shim_status develop(raw_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  shim_raw_state state = {0};
  const shim_status status = shim_raw_develop(decoder->raw, request->eighths == HALF, &state);
  const int kind = state.is_cut ? END : DATA;
  if (status == SHIM_CORRUPT && state.is_cut) return shim_failure(&decoder->head, SHIM_CORRUPT, damages[END].words);
  if (status != SHIM_OK) return checked(decoder, status);
  if ((state.is_cut || state.is_damaged) && !shim_tolerates(&decoder->head, kind)) {
    return shim_failure(&decoder->head, SHIM_CORRUPT, state.is_cut ? damages[END].words : "its raw data is broken");
  }
  return SHIM_OK;
}

static shim_status start(shim_decoder *head, shim_decode_layout *layout) {
  (void)layout;
  raw_decoder *decoder = (raw_decoder *)head;
  const shim_decode_request *request = &head->request;
  if (request->color != SHIM_RGB || request->has_alpha || request->sample_bytes != 2) return SHIM_CHANGED;
  if (request->eighths != HALF && request->eighths != FULL) return SHIM_CHANGED;
  decoder->raw = shim_raw_create(&head->input, request->deadline);
  if (!decoder->raw) return SHIM_NO_MEMORY;
  shim_status status = checked(decoder, shim_raw_open(decoder->raw, request->width, request->height));
  if (status == SHIM_OK) status = develop(decoder);
  if (status != SHIM_OK) return status;
  const int32_t width = shim_raw_width(decoder->raw), height = shim_raw_height(decoder->raw);
  const int32_t eighths = request->eighths;
  if (width != (request->width * eighths + 7) / 8 || height != (request->height * eighths + 7) / 8 ||
      !shim_has_region(request, width, height)) {
    return SHIM_CHANGED;
  }
  decoder->row = request->y;
  return SHIM_OK;
}

static shim_status read_rows(shim_decoder *head, uint8_t *into, size_t row_bytes, size_t plane_bytes, int32_t rows) {
  raw_decoder *decoder = (raw_decoder *)head;
  const shim_decode_request *request = &head->request;
  const uint16_t *curve = shim_raw_curve(decoder->raw);
  const int32_t height = shim_raw_height(decoder->raw);
  if (shim_is_late(head)) return SHIM_TIMEOUT;
  for (int32_t done = 0; done < rows && decoder->row < height; done++, decoder->row++, into += row_bytes) {
    const uint16_t(*pixels)[4] = shim_raw_row(decoder->raw, decoder->row) + request->x;
    for (int color = 0; color < 3; color++) {
      uint16_t *plane = (uint16_t *)(void *)(into + (size_t)color * plane_bytes);
      for (int32_t x = 0; x < request->region_width; x++) plane[x] = curve[pixels[x][color]];
    }
  }
  return SHIM_OK;
}

static const char *version(void) {
  return SHIM_TEXT(LIBRAW_MAJOR_VERSION) "." SHIM_TEXT(LIBRAW_MINOR_VERSION) "." SHIM_TEXT(LIBRAW_PATCH_VERSION);
}

const shim_decoding shim_libraw = {create, start, read_rows, NULL, NULL, destroy, version, damages, 1};
