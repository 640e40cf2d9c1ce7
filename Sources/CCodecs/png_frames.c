#include "png_frames.h"

#include <stdlib.h>
#include <string.h>

#include <libdeflate.h>

/* Puts the palette and the transparent colours that libpng has read. */
static void put_colors(png_decoder *file) {
  png_frames *frames = file->frames;
  png_colorp colors = NULL;
  png_color_16p color = NULL;
  png_bytep alphas = NULL;
  int count = 0;
  uint8_t *chunk = frames->head + frames->head_bytes, *data = chunk + SHIM_PNG_CHUNK_HEAD;
  const int type = png_get_color_type(file->png, file->info);
  if (type == PNG_COLOR_TYPE_PALETTE && png_get_PLTE(file->png, file->info, &colors, &count)) {
    for (int i = 0; i < count; i++, data += 3) {
      data[0] = colors[i].red;
      data[1] = colors[i].green;
      data[2] = colors[i].blue;
    }
    chunk += shim_png_put_chunk(chunk, "PLTE", 3 * (size_t)count);
  }
  data = chunk + SHIM_PNG_CHUNK_HEAD;
  if (png_get_tRNS(file->png, file->info, &alphas, &count, &color)) {
    if (type == PNG_COLOR_TYPE_PALETTE) {
      memcpy(data, alphas, (size_t)count);
      data += count;
    } else {
      const png_uint_16 grey[] = {color->gray}, rgb[] = {color->red, color->green, color->blue};
      const int samples = type == PNG_COLOR_TYPE_GRAY ? 1 : 3;
      for (int i = 0; i < samples; i++, data += 2) {
        data[0] = (uint8_t)((samples == 1 ? grey : rgb)[i] >> 8);
        data[1] = (uint8_t)((samples == 1 ? grey : rgb)[i] & 255);
      }
    }
    chunk += shim_png_put_chunk(chunk, "tRNS", (size_t)(data - chunk) - SHIM_PNG_CHUNK_HEAD);
  }
  frames->head_bytes = (size_t)(chunk - frames->head);
}

/* Puts the signature and the header of a frame of this size. */
static size_t put_header(const png_decoder *file, uint32_t width, uint32_t height) {
  uint8_t *head = file->frames->head, *data = head + SHIM_PNG_SIGNATURE + SHIM_PNG_CHUNK_HEAD;
  memcpy(head, "\x89PNG\r\n\x1A\n", SHIM_PNG_SIGNATURE);
  shim_png_put_number(data, width);
  shim_png_put_number(data + 4, height);
  data[8] = png_get_bit_depth(file->png, file->info);
  data[9] = png_get_color_type(file->png, file->info);
  data[10] = data[11] = 0;
  data[12] = png_get_interlace_type(file->png, file->info);
  return SHIM_PNG_SIGNATURE + shim_png_put_chunk(head + SHIM_PNG_SIGNATURE, "IHDR", SHIM_PNG_HEADER);
}

/* Takes what stands before the picture: the number of frames, and the control of a first frame that is the picture. */
static void take_controls(png_decoder *file) {
  png_frames *frames = file->frames;
  png_unknown_chunkp chunks = NULL;
  const int count = png_get_unknown_chunks(file->png, file->info, &chunks);
  for (int i = 0; i < count; i++) {
    const png_unknown_chunk *chunk = &chunks[i];
    if (memcmp(chunk->name, "acTL", 4) == 0 && chunk->size >= 4) frames->said = shim_png_number(chunk->data);
    if (memcmp(chunk->name, "fcTL", 4) == 0 && chunk->size == SHIM_PNG_CONTROL && !frames->has_next) {
      frames->has_next = 1;
      shim_png_set_control(frames, chunk->data);
      const shim_part *part = &frames->next.part;
      if (part->right - part->left != frames->canvas.width || part->bottom - part->top != frames->canvas.height) {
        frames->next.is_sound = 0;
      }
    }
  }
}

shim_status shim_png_begin_frames(png_decoder *decoder) {
  shim_status status = shim_png_read_header(decoder);
  if (status != SHIM_OK) return status;
  png_frames *frames = decoder->frames = calloc(1, sizeof *frames);
  if (!frames) return SHIM_NO_MEMORY;
  status = shim_canvas_create(&frames->canvas, &decoder->head);
  if (status != SHIM_OK) return status;
  frames->head_bytes = put_header(decoder, 1, 1);
  put_colors(decoder);
  take_controls(decoder);
  frames->data_name = frames->has_next ? "IDAT" : "fdAT";
  frames->is_in_chunk = 1;
  frames->left = shim_png_number(decoder->chunk);
  frames->checksum = libdeflate_crc32(0, "IDAT", 4);
  return SHIM_OK;
}

void shim_png_frames_destroy(png_frames *frames) {
  if (!frames) return;
  if (frames->frame) shim_png_destroy(&frames->frame->head);
  shim_canvas_free(&frames->canvas);
  free(frames->whole);
  free(frames);
}

/* Does with the last frame what its control says. */
static void dispose(const png_frames *frames) {
  const uint8_t nothing[SHIM_PIXEL] = {0, 0, 0, 0};
  if (frames->disposal == SHIM_PNG_IS_CLEARED) shim_canvas_fill(&frames->canvas, frames->part, nothing);
  if (frames->disposal == SHIM_PNG_IS_TAKEN_BACK) shim_canvas_restore(&frames->canvas, frames->part);
}

/* The frame's time in whole milliseconds. What is rounded off counts for the next frames, so the sum stays right. */
static int32_t time_of(png_frames *frames, const png_control *frame) {
  frames->microseconds += ((int64_t)frame->delay * 1000000 + frame->delay_unit / 2) / frame->delay_unit;
  const int64_t duration = (frames->microseconds + 500) / 1000 - frames->milliseconds;
  frames->milliseconds += duration;
  return (int32_t)duration;
}

/* SHIM_OK if the damage is tolerated. */
static shim_status damaged(png_decoder *file, int kind, const char *message) {
  if (shim_tolerates(&file->head, kind)) return SHIM_OK;
  return shim_failure(&file->head, SHIM_CORRUPT, message);
}

static void *take_whole(void *owner, size_t bytes) {
  png_frames *frames = owner;
  uint8_t *whole = realloc(frames->whole, bytes);
  if (whole) frames->whole = whole;
  return whole;
}

/* Draws the rows of the current frame, and reads the rest of its data. After damage the rest of the frame is hidden. */
static shim_status draw(const png_frames *frames, const png_control *frame) {
  png_decoder *decoder = frames->frame;
  const size_t width = (size_t)(frame->part.right - frame->part.left);
  const int32_t height = frame->part.bottom - frame->part.top;
  if (setjmp(decoder->step)) return shim_png_left(decoder);
  for (; decoder->row < height && !decoder->is_broken; decoder->row++) {
    if (shim_is_late(&decoder->head)) return SHIM_TIMEOUT;
    const uint8_t *from = shim_png_next_row(decoder);
    uint8_t *into = shim_canvas_pixel(&frames->canvas, frame->part.left, frame->part.top + decoder->row);
    if (frame->blending == SHIM_PNG_REPLACES) {
      memcpy(into, from, width * SHIM_PIXEL);
      continue;
    }
    for (size_t x = 0; x < width; x++) shim_canvas_blend(from + x * SHIM_PIXEL, into + x * SHIM_PIXEL);
  }
  if (!decoder->is_broken) png_read_end(decoder->png, NULL);
  return SHIM_OK;
}

/* True if the file ends within the current frame. */
static int is_cut(const png_frames *frames) { return frames->frame->has_ended && !frames->is_over; }

/* Ends a frame. The damage that its decoder found is the file's. */
static void end_frame(png_decoder *file) {
  png_frames *frames = file->frames;
  frames->data_name = "fdAT";
  if (!frames->frame) return;
  if (is_cut(frames)) frames->has_ended = 1;
  for (int kind = 0; kind < SHIM_PNG_DAMAGES; kind++) file->head.damage[kind] += frames->frame->head.damage[kind];
  shim_png_destroy(&frames->frame->head);
  frames->frame = NULL;
}

/* Decodes a frame and draws it on the canvas. */
static shim_status compose(png_decoder *file, const png_control *frame) {
  png_frames *frames = file->frames;
  const uint32_t width = (uint32_t)(frame->part.right - frame->part.left);
  const uint32_t height = (uint32_t)(frame->part.bottom - frame->part.top);
  png_decoder *decoder = frames->frame = (png_decoder *)shim_png_create_alone();
  if (!decoder) return SHIM_NO_MEMORY;
  decoder->feed = shim_png_feed;
  decoder->feed_owner = file;
  decoder->head.engine = file->head.engine;
  decoder->head.lender = (shim_lender){take_whole, frames};
  decoder->head.request = (shim_decode_request){
    .width = (int32_t)width,
    .height = (int32_t)height,
    .color = SHIM_RGB,
    .has_alpha = 1,
    .sample_bytes = 1,
    .eighths = 8,
    .region_width = (int32_t)width,
    .region_height = (int32_t)height,
    .deadline = file->head.request.deadline,
    .on_corrupt = file->head.request.on_corrupt,
  };
  frames->is_over = frames->is_disordered = 0;
  put_header(file, width, height);
  shim_png_give(frames, frames->head, frames->head_bytes);
  if (frames->data_name[0] == 'I') {
    /* The file's first IDAT chunk is begun already. */
    shim_png_put_number(frames->head + frames->head_bytes, frames->left);
    memcpy(frames->head + frames->head_bytes + 4, "IDAT", 4);
    frames->data_checksum = frames->checksum;
    frames->is_data = 1;
    shim_png_give(frames, frames->head, frames->head_bytes + SHIM_PNG_CHUNK_HEAD);
  }
  shim_decode_layout layout;
  shim_status status = shim_png_start(&decoder->head, &layout);
  if (status == SHIM_OK) status = draw(frames, frame);
  const char *const message = frames->is_disordered                    ? "the parts of its frames are out of order"
                              : decoder->line != NULL || is_cut(frames) ? decoder->head.message
                                                                        : "a frame has no data";
  /* The frame's decoder has counted the damage if it had begun with the rows. */
  if (decoder->is_broken || (status != SHIM_OK && status != SHIM_CORRUPT)) {
    return status == SHIM_OK ? SHIM_OK : shim_failure(&file->head, status, message);
  }
  if (status == SHIM_OK && !frames->is_disordered) return SHIM_OK;
  return damaged(file, is_cut(frames) ? SHIM_PNG_END : SHIM_PNG_DATA, message);
}

static shim_status next_frame(png_decoder *file, int32_t *duration) {
  png_frames *frames = file->frames;
  dispose(frames);
  frames->disposal = SHIM_PNG_STAYS;
  if (!shim_png_find_control(file)) {
    frames->has_ended = 1;
    return damaged(file, SHIM_PNG_END, "the file ends too early");
  }
  const png_control frame = frames->next;
  frames->has_next = 0;
  *duration = time_of(frames, &frame);
  if (!frame.is_sound) return damaged(file, SHIM_PNG_DATA, "the control chunk of a frame is wrong");
  frames->part = frame.part;
  /* Nothing stands before the first frame. */
  frames->disposal = frame.disposal == SHIM_PNG_IS_TAKEN_BACK && frames->count == 1 ? SHIM_PNG_IS_CLEARED : frame.disposal;
  if (frames->disposal == SHIM_PNG_IS_TAKEN_BACK && !shim_canvas_save(&frames->canvas, frame.part)) return SHIM_NO_MEMORY;
  return compose(file, &frame);
}

shim_status shim_png_next_frame(shim_decoder *head, int32_t *duration) {
  png_decoder *file = (png_decoder *)head;
  png_frames *frames = file->frames;
  if (!frames) return shim_failure(head, SHIM_FAILED, "it has no frames");
  frames->canvas.row = head->request.y;
  if (frames->count++ >= head->request.frames) return shim_failure(head, SHIM_FAILED, "it has no more frames");
  if (frames->has_ended) return SHIM_OK;
  if (setjmp(file->step)) {
    end_frame(file);
    return file->status;
  }
  const shim_status status = next_frame(file, duration);
  end_frame(file);
  return status;
}

void shim_png_put_canvas(png_decoder *decoder, uint8_t *into, size_t plane_bytes) {
  shim_canvas_put(&decoder->frames->canvas, &decoder->head.request, into, plane_bytes);
}

int shim_png_is_complete(const png_decoder *decoder, int has_end) {
  const png_frames *frames = decoder->frames;
  return frames->has_ended || (has_end && frames->said <= (uint32_t)decoder->head.request.frames);
}
