#include "canvas.h"

#include <stdlib.h>
#include <string.h>

shim_status shim_canvas_create(shim_canvas *canvas, const shim_decoder *decoder) {
  const shim_decode_request *request = &decoder->request;
  if (request->width <= 0 || request->height <= 0) return SHIM_CHANGED;
  const int has_colors = request->color == SHIM_GREY || request->color == SHIM_RGB;
  if (!has_colors || request->sample_bytes != 1 || request->eighths != 8) return SHIM_CHANGED;
  if (!shim_has_region(request, request->width, request->height)) return SHIM_CHANGED;
  const size_t area = (size_t)request->width * (size_t)request->height;
  if (area > SIZE_MAX / SHIM_PIXEL) return SHIM_NO_MEMORY;
  canvas->width = request->width;
  canvas->height = request->height;
  canvas->pixels = decoder->lender.take(decoder->lender.owner, area * SHIM_PIXEL);
  canvas->line = malloc((size_t)request->region_width * (size_t)shim_channels(request));
  if (!canvas->pixels || !canvas->line) return SHIM_NO_MEMORY;
  memset(canvas->pixels, 0, area * SHIM_PIXEL);
  return SHIM_OK;
}

void shim_canvas_free(shim_canvas *canvas) {
  free(canvas->saved);
  free(canvas->line);
}

static size_t place(const shim_canvas *canvas, int32_t x, int32_t y) {
  return ((size_t)y * (size_t)canvas->width + (size_t)x) * SHIM_PIXEL;
}

uint8_t *shim_canvas_pixel(const shim_canvas *canvas, int32_t x, int32_t y) { return canvas->pixels + place(canvas, x, y); }

void shim_canvas_fill(const shim_canvas *canvas, shim_part part, const uint8_t color[SHIM_PIXEL]) {
  for (int32_t y = part.top; y < part.bottom; y++) {
    uint8_t *into = shim_canvas_pixel(canvas, part.left, y);
    for (int32_t x = part.left; x < part.right; x++, into += SHIM_PIXEL) memcpy(into, color, SHIM_PIXEL);
  }
}

/* Copies a part of pixels to the same place. */
static void copy(const shim_canvas *canvas, shim_part part, const uint8_t *from, uint8_t *into) {
  if (part.left >= part.right) return;
  const size_t count = (size_t)(part.right - part.left) * SHIM_PIXEL;
  for (int32_t y = part.top; y < part.bottom; y++) {
    const size_t start = place(canvas, part.left, y);
    memcpy(into + start, from + start, count);
  }
}

int shim_canvas_save(shim_canvas *canvas, shim_part part) {
  if (!canvas->saved) canvas->saved = malloc((size_t)canvas->width * (size_t)canvas->height * SHIM_PIXEL);
  if (!canvas->saved) return 0;
  copy(canvas, part, canvas->pixels, canvas->saved);
  return 1;
}

void shim_canvas_restore(const shim_canvas *canvas, shim_part part) {
  if (canvas->saved) copy(canvas, part, canvas->saved, canvas->pixels);
}

void shim_canvas_blend(const uint8_t *over, uint8_t *into) {
  if (over[3] == 255) memcpy(into, over, SHIM_PIXEL);
  if (over[3] == 0 || over[3] == 255) return;
  const uint32_t above = over[3] * 255u, below = into[3] * (255u - over[3]), sum = above + below;
  for (int channel = 0; channel < 3; channel++) {
    into[channel] = (uint8_t)((over[channel] * above + into[channel] * below + sum / 2) / sum);
  }
  into[3] = (uint8_t)((sum + 127) / 255);
}

void shim_canvas_put(shim_canvas *canvas, const shim_decode_request *request, uint8_t *into, size_t plane_bytes) {
  const size_t channels = (size_t)shim_channels(request);
  if (canvas->row >= canvas->height) return;
  const uint8_t *from = shim_canvas_pixel(canvas, request->x, canvas->row++);
  uint8_t *samples = canvas->line;
  for (int32_t x = 0; x < request->region_width; x++, from += SHIM_PIXEL, samples += channels) {
    if (request->color == SHIM_GREY) {
      samples[0] = from[0];
      if (request->has_alpha) samples[1] = from[3];
    } else {
      memcpy(samples, from, channels);
    }
  }
  shim_put_columns(request, canvas->line, into, plane_bytes);
}
