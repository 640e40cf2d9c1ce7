#include <stdlib.h>
#include <string.h>

#include "gif_decoding.h"

shim_status shim_gif_begin_frames(shim_gif_decoder *decoder) {
  const shim_status status = shim_canvas_create(&decoder->canvas, &decoder->head);
  return status == SHIM_OK ? shim_gif_open(decoder) : status;
}

/* Clears the part of a frame: to nothing if the frame has a transparent colour, else to the background colour. Its
   index counts in the frame's own table, as in Pillow. */
static void clear(shim_gif_decoder *decoder) {
  const uint8_t nothing[SHIM_PIXEL] = {0, 0, 0, 0};
  const uint8_t *background = decoder->colors[decoder->gif->SBackGroundColor & 255];
  shim_canvas_fill(&decoder->canvas, decoder->part, decoder->transparent < 0 ? background : nothing);
}

/* Does with the last frame what its disposal says (GIF89a, section 23). */
static void dispose(shim_gif_decoder *decoder) {
  if (decoder->disposal == DISPOSE_BACKGROUND) clear(decoder);
  if (decoder->disposal == DISPOSE_PREVIOUS) shim_canvas_restore(&decoder->canvas, decoder->part);
}

static int32_t within(int64_t place, int32_t most) { return place > most ? most : (int32_t)place; }

/* The frame's part of the screen: a frame may reach beyond it. */
static shim_part part_of(const shim_gif_decoder *decoder) {
  const GifImageDesc *frame = &decoder->gif->Image;
  const int32_t width = decoder->canvas.width, height = decoder->canvas.height;
  return (shim_part){
    .left = within(frame->Left, width),
    .top = within(frame->Top, height),
    .right = within((int64_t)frame->Left + frame->Width, width),
    .bottom = within((int64_t)frame->Top + frame->Height, height),
  };
}

/* Reads a row of the frame and draws it over the canvas. */
static shim_status draw_row(shim_gif_decoder *decoder, int32_t frame_row) {
  const GifImageDesc *frame = &decoder->gif->Image;
  const int64_t y = (int64_t)frame->Top + frame_row;
  const shim_part *part = &decoder->part;
  if (decoder->is_broken) return SHIM_OK;
  memset(decoder->frame_line, shim_gif_empty(decoder), (size_t)frame->Width);
  const shim_status status = shim_gif_next_line(decoder, decoder->frame_line);
  if (status != SHIM_OK || decoder->is_broken || y >= part->bottom) return status;
  uint8_t *into = shim_canvas_pixel(&decoder->canvas, part->left, (int32_t)y);
  for (int32_t x = part->left; x < part->right; x++, into += SHIM_PIXEL) {
    const GifPixelType index = decoder->frame_line[x - part->left];
    if (index != decoder->transparent) memcpy(into, decoder->colors[index], SHIM_PIXEL);
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
  if (!shim_gif_is_as_planned(decoder)) return SHIM_CHANGED;
  const shim_part all = {0, 0, decoder->canvas.width, decoder->canvas.height};
  shim_canvas_fill(&decoder->canvas, all, decoder->colors[shim_gif_empty(decoder)]);
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
  decoder->part = part_of(decoder);
  GifPixelType *line = realloc(decoder->frame_line, (size_t)frame->Width + 1);
  if (!line) return SHIM_NO_MEMORY;
  decoder->frame_line = line;
  if (decoder->disposal == DISPOSE_PREVIOUS && !shim_canvas_save(&decoder->canvas, decoder->part)) return SHIM_NO_MEMORY;
  if (frame->Width > 0 && frame->Height > 0) status = draw(decoder);
  if (status != SHIM_OK || decoder->has_ended) return status;
  /* Damage ends with its frame. */
  decoder->is_broken = 0;
  return shim_gif_finish_frame(decoder);
}

shim_status shim_gif_next_frame(shim_decoder *head, int32_t *duration) {
  shim_gif_decoder *decoder = (shim_gif_decoder *)head;
  decoder->canvas.row = head->request.y;
  if (decoder->frames++ >= head->request.frames) return shim_failure(head, SHIM_FAILED, "it has no more frames");
  if (decoder->has_ended) return SHIM_OK;
  if (decoder->has_begun) dispose(decoder);
  if (shim_gif_find_frame(decoder) == GIF_ERROR) {
    decoder->part = (shim_part){0, 0, 0, 0};
    decoder->has_ended = 1;
    return shim_gif_trouble(decoder, decoder->gif->Error);
  }
  *duration = decoder->delay * 10;
  return compose(decoder);
}
