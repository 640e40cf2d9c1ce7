#include <stdlib.h>
#include <string.h>

#include "gif_decoding.h"

/* Bytes of a pixel of the canvas. */
enum { PIXEL = 4 };

static uint8_t *pixel(const shim_gif_decoder *decoder, uint8_t *canvas, int32_t x, int32_t y) {
  return canvas + ((size_t)y * (size_t)decoder->head.request.width + (size_t)x) * PIXEL;
}

shim_status shim_gif_begin_frames(shim_gif_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  const size_t area = (size_t)request->width * (size_t)request->height;
  if (request->frames > 1 && request->width > 0 && request->height > 0 && area <= SIZE_MAX / PIXEL) {
    decoder->canvas = decoder->head.lender.take(decoder->head.lender.owner, area * PIXEL);
  }
  if (!decoder->canvas) return SHIM_NO_MEMORY;
  return shim_gif_open(decoder);
}

/* Fills a part of the canvas with one colour. */
static void fill(shim_gif_decoder *decoder, int32_t left, int32_t top, int32_t right, int32_t bottom, const uint8_t *color) {
  for (int32_t y = top; y < bottom; y++) {
    uint8_t *into = pixel(decoder, decoder->canvas, left, y);
    for (int32_t x = left; x < right; x++, into += PIXEL) memcpy(into, color, PIXEL);
  }
}

/* Clears the part of a frame: to nothing if the frame has a transparent colour, else to the background colour. Its
   index counts in the frame's own table, as in Pillow. */
static void clear(shim_gif_decoder *decoder) {
  uint8_t color[PIXEL] = {0, 0, 0, 0};
  if (decoder->transparent < 0) memcpy(color, decoder->colors[decoder->gif->SBackGroundColor & 255], PIXEL);
  fill(decoder, decoder->left, decoder->top, decoder->right, decoder->bottom, color);
}

/* Copies the frame's part of one canvas to the other. */
static void copy_part(shim_gif_decoder *decoder, uint8_t *from, uint8_t *into) {
  const size_t count = (size_t)(decoder->right - decoder->left) * PIXEL;
  for (int32_t y = decoder->top; y < decoder->bottom; y++) {
    memcpy(pixel(decoder, into, decoder->left, y), pixel(decoder, from, decoder->left, y), count);
  }
}

/* Does with the last frame what its disposal says (GIF89a, section 23). */
static void dispose(shim_gif_decoder *decoder) {
  if (decoder->disposal == DISPOSE_BACKGROUND) clear(decoder);
  if (decoder->disposal == DISPOSE_PREVIOUS && decoder->saved) copy_part(decoder, decoder->saved, decoder->canvas);
}

static int32_t within(int64_t place, int32_t most) { return place > most ? most : (int32_t)place; }

/* Sets the frame's part of the screen: a frame may reach beyond it. */
static void set_part(shim_gif_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  const GifImageDesc *frame = &decoder->gif->Image;
  decoder->left = within(frame->Left, request->width);
  decoder->top = within(frame->Top, request->height);
  decoder->right = within((int64_t)frame->Left + frame->Width, request->width);
  decoder->bottom = within((int64_t)frame->Top + frame->Height, request->height);
}

/* Saves the frame's part of the screen if the frame's disposal brings it back. */
static shim_status save(shim_gif_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  if (decoder->disposal != DISPOSE_PREVIOUS) return SHIM_OK;
  if (!decoder->saved) decoder->saved = malloc((size_t)request->width * (size_t)request->height * PIXEL);
  if (!decoder->saved) return SHIM_NO_MEMORY;
  copy_part(decoder, decoder->canvas, decoder->saved);
  return SHIM_OK;
}

/* Reads a row of the frame and draws it over the canvas. */
static shim_status draw_row(shim_gif_decoder *decoder, int32_t frame_row) {
  const GifImageDesc *frame = &decoder->gif->Image;
  const int64_t y = (int64_t)frame->Top + frame_row;
  if (decoder->is_broken) return SHIM_OK;
  memset(decoder->frame_line, shim_gif_empty(decoder), (size_t)frame->Width);
  const shim_status status = shim_gif_next_line(decoder, decoder->frame_line);
  if (status != SHIM_OK || decoder->is_broken || y >= decoder->bottom) return status;
  uint8_t *into = pixel(decoder, decoder->canvas, decoder->left, (int32_t)y);
  for (int32_t x = decoder->left; x < decoder->right; x++, into += PIXEL) {
    const GifPixelType index = decoder->frame_line[x - decoder->left];
    if (index != decoder->transparent) memcpy(into, decoder->colors[index], PIXEL);
  }
  return SHIM_OK;
}

static shim_status draw(shim_gif_decoder *decoder) {
  const GifImageDesc *frame = &decoder->gif->Image;
  if (!frame->Interlace) {
    for (int32_t y = 0; y < frame->Height; y++) {
      const shim_status status = draw_row(decoder, y);
      if (status != SHIM_OK) return status;
    }
    return SHIM_OK;
  }
  for (int pass = 0; pass < 4; pass++) {
    for (int32_t y = shim_gif_first_row[pass]; y < frame->Height; y += shim_gif_row_step[pass]) {
      const shim_status status = draw_row(decoder, y);
      if (status != SHIM_OK) return status;
    }
  }
  return SHIM_OK;
}

/* Prepares the canvas for the first frame. */
static shim_status begin_canvas(shim_gif_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  if (!shim_gif_is_as_planned(decoder)) return SHIM_CHANGED;
  decoder->samples = malloc((size_t)request->region_width * (size_t)shim_channels(request));
  if (!decoder->samples) return SHIM_NO_MEMORY;
  fill(decoder, 0, 0, request->width, request->height, decoder->colors[shim_gif_empty(decoder)]);
  return SHIM_OK;
}

static shim_status compose(shim_gif_decoder *decoder) {
  const GifImageDesc *frame = &decoder->gif->Image;
  decoder->is_broken = decoder->is_done = 0;
  decoder->frame_row = 0;
  shim_gif_set_colors(decoder);
  shim_status status = decoder->has_begun ? SHIM_OK : begin_canvas(decoder);
  if (status != SHIM_OK) return status;
  decoder->has_begun = 1;
  set_part(decoder);
  GifPixelType *line = realloc(decoder->frame_line, (size_t)frame->Width + 1);
  if (!line) return SHIM_NO_MEMORY;
  decoder->frame_line = line;
  status = save(decoder);
  if (status == SHIM_OK && frame->Width > 0 && frame->Height > 0) status = draw(decoder);
  if (status != SHIM_OK || decoder->has_ended) return status;
  /* Damage ends with its frame. */
  decoder->is_broken = 0;
  return shim_gif_finish_frame(decoder);
}

shim_status shim_gif_next_frame(shim_decoder *head, int32_t *duration) {
  shim_gif_decoder *decoder = (shim_gif_decoder *)head;
  decoder->row = head->request.y;
  if (decoder->frames++ >= head->request.frames) return shim_failure(head, SHIM_FAILED, "it has no more frames");
  if (decoder->has_ended) return SHIM_OK;
  if (decoder->has_begun) dispose(decoder);
  if (shim_gif_find_frame(decoder) == GIF_ERROR) {
    decoder->left = decoder->right = 0;
    decoder->has_ended = 1;
    return shim_gif_trouble(decoder, decoder->gif->Error);
  }
  *duration = decoder->delay * 10;
  return compose(decoder);
}

void shim_gif_put_canvas(shim_gif_decoder *decoder, uint8_t *into, size_t plane_bytes) {
  const shim_decode_request *request = &decoder->head.request;
  const size_t channels = (size_t)shim_channels(request);
  const int32_t row = decoder->row++;
  if (row >= request->height) return;
  const uint8_t *from = pixel(decoder, decoder->canvas, request->x, row);
  uint8_t *samples = decoder->samples;
  for (int32_t x = 0; x < request->region_width; x++, from += PIXEL, samples += channels) memcpy(samples, from, channels);
  shim_put_columns(request, decoder->samples, into, plane_bytes);
}
