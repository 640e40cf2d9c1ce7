#include <stdlib.h>
#include <string.h>

#include "gif_decoding.h"

enum { GRAPHIC_CONTROL_BYTES = 4 };

const int shim_gif_first_row[4] = {0, 4, 2, 1}, shim_gif_row_step[4] = {8, 8, 4, 2};

/* Data that doesn't decode; data that ends early. */
enum { DATA, END };

static const shim_damage damages[] = {
  [DATA] = {"gif_data", SHIM_FAIL_ON_ERROR, NULL},
  [END] = {"gif_end", SHIM_FAIL_ON_TRUNCATED, NULL},
  {0},
};

/* Gives bytes to giflib; fewer than wanted at the file's end. */
static int read_bytes(GifFileType *gif, GifByteType *into, int wanted) {
  shim_gif_decoder *decoder = gif->UserData;
  const int done = (int)shim_take(&decoder->head.input, &decoder->window, into, wanted);
  if (done < wanted) {
    decoder->has_ended = 1;
    return done > 0 ? done : 0;
  }
  if (done > 0) decoder->last = into[done - 1];
  return done;
}

static void destroy(shim_decoder *head) {
  shim_gif_decoder *decoder = (shim_gif_decoder *)head;
  if (decoder->gif) DGifCloseFile(decoder->gif, NULL);
  free(decoder->line);
  free(decoder->samples);
  shim_canvas_free(&decoder->canvas);
  free(decoder->frame_line);
  free(decoder);
}

static shim_decoder *create(void) { return calloc(1, sizeof(shim_gif_decoder)); }

shim_status shim_gif_trouble(shim_gif_decoder *decoder, int error) {
  shim_decoder *head = &decoder->head;
  decoder->is_broken = 1;
  if (head->input.read_errno) return shim_unread(head);
  if (error == D_GIF_ERR_NOT_ENOUGH_MEM) return SHIM_NO_MEMORY;
  int is_cut = decoder->has_ended || error == D_GIF_ERR_EOF_TOO_SOON;
  const char *words = is_cut ? "the file ends too early" : GifErrorString(error);
  shim_failure(head, SHIM_CORRUPT, words ? words : "its frame is broken");
  return shim_tolerates(head, is_cut ? END : DATA) && decoder->has_begun ? SHIM_OK : SHIM_CORRUPT;
}

static int read_extension(shim_gif_decoder *decoder) {
  int code = 0;
  GifByteType *block = NULL;
  if (DGifGetExtension(decoder->gif, &code, &block) == GIF_ERROR) return GIF_ERROR;
  if (code == GRAPHICS_EXT_FUNC_CODE && block && block[0] == GRAPHIC_CONTROL_BYTES) {
    GraphicsControlBlock control;
    DGifExtensionToGCB(block[0], block + 1, &control);
    decoder->transparent = control.TransparentColor;
    decoder->disposal = control.DisposalMode;
    decoder->delay = control.DelayTime;
  }
  while (block) {
    if (DGifGetExtensionNext(decoder->gif, &block) == GIF_ERROR) return GIF_ERROR;
  }
  return GIF_OK;
}

int shim_gif_find_frame(shim_gif_decoder *decoder) {
  decoder->transparent = NO_TRANSPARENT_COLOR;
  decoder->disposal = DISPOSAL_UNSPECIFIED;
  decoder->delay = 0;
  while (1) {
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    if (DGifGetRecordType(decoder->gif, &type) == GIF_ERROR) {
      /* Some writers put zeros between blocks. */
      if (decoder->gif->Error == D_GIF_ERR_WRONG_RECORD && decoder->last == 0) continue;
      return GIF_ERROR;
    }
    if (type == IMAGE_DESC_RECORD_TYPE) return DGifGetImageDesc(decoder->gif);
    if (type != EXTENSION_RECORD_TYPE) return GIF_ERROR;
    if (read_extension(decoder) == GIF_ERROR) return GIF_ERROR;
  }
}

int shim_gif_is_as_planned(const shim_gif_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  const GifImageDesc *frame = &decoder->gif->Image;
  int64_t width = (int64_t)frame->Left + frame->Width, height = (int64_t)frame->Top + frame->Height;
  if (width < decoder->gif->SWidth) width = decoder->gif->SWidth;
  if (height < decoder->gif->SHeight) height = decoder->gif->SHeight;
  return frame->Width > 0 && frame->Height > 0 && width == request->width && height == request->height &&
         request->color == SHIM_RGB && request->sample_bytes == 1 && request->eighths == 8 &&
         shim_has_region(request, width, height);
}

void shim_gif_set_colors(shim_gif_decoder *decoder) {
  const ColorMapObject *map = decoder->gif->Image.ColorMap;
  if (!map) map = decoder->gif->SColorMap;
  for (int index = 0; index < SHIM_GIF_COLORS; index++) {
    uint8_t *color = decoder->colors[index];
    memset(color, map ? 0 : index, 3);
    if (map && index < map->ColorCount) {
      const GifColorType *entry = &map->Colors[index];
      color[0] = entry->Red;
      color[1] = entry->Green;
      color[2] = entry->Blue;
    }
    color[3] = index == decoder->transparent ? 0 : 255;
  }
}

int shim_gif_empty(const shim_gif_decoder *decoder) { return decoder->transparent < 0 ? 0 : decoder->transparent; }

shim_status shim_gif_next_line(shim_gif_decoder *decoder, GifPixelType *into) {
  const GifImageDesc *frame = &decoder->gif->Image;
  if (decoder->is_broken) return SHIM_OK;
  if (shim_is_late(&decoder->head)) return SHIM_TIMEOUT;
  if (DGifGetLine(decoder->gif, into, frame->Width) == GIF_ERROR) return shim_gif_trouble(decoder, decoder->gif->Error);
  decoder->is_done = ++decoder->frame_row == frame->Height;
  return SHIM_OK;
}

/* Reads a whole interlaced frame. */
static shim_status read_whole(shim_gif_decoder *decoder) {
  const GifImageDesc *frame = &decoder->gif->Image;
  size_t size = (size_t)frame->Width * (size_t)frame->Height;
  decoder->whole = decoder->head.lender.take(decoder->head.lender.owner, size);
  if (!decoder->whole) return SHIM_NO_MEMORY;
  memset(decoder->whole, shim_gif_empty(decoder), size);
  for (int pass = 0; pass < 4; pass++) {
    for (int y = shim_gif_first_row[pass]; y < frame->Height; y += shim_gif_row_step[pass]) {
      shim_status status = shim_gif_next_line(decoder, decoder->whole + (size_t)y * (size_t)frame->Width);
      if (status != SHIM_OK) return status;
    }
  }
  return SHIM_OK;
}

shim_status shim_gif_open(shim_gif_decoder *decoder) {
  int error = 0;
  decoder->gif = DGifOpen(decoder, read_bytes, &error);
  return decoder->gif ? SHIM_OK : shim_gif_trouble(decoder, error);
}

static shim_status begin(shim_gif_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  const shim_status opened = shim_gif_open(decoder);
  if (opened != SHIM_OK) return opened;
  if (shim_gif_find_frame(decoder) == GIF_ERROR) return shim_gif_trouble(decoder, decoder->gif->Error);
  if (!shim_gif_is_as_planned(decoder)) return SHIM_CHANGED;
  decoder->line = malloc((size_t)request->width);
  decoder->samples = malloc((size_t)request->region_width * (size_t)shim_channels(request));
  if (!decoder->line || !decoder->samples) return SHIM_NO_MEMORY;
  shim_gif_set_colors(decoder);
  decoder->has_begun = 1;
  return decoder->gif->Image.Interlace ? read_whole(decoder) : SHIM_OK;
}

/* Puts the next row of the screen into the line. */
static shim_status next_row(shim_gif_decoder *decoder) {
  const GifImageDesc *frame = &decoder->gif->Image;
  int32_t y = decoder->row++ - frame->Top;
  memset(decoder->line, shim_gif_empty(decoder), (size_t)decoder->head.request.width);
  if (y < 0 || y >= frame->Height) return SHIM_OK;
  GifPixelType *into = decoder->line + frame->Left;
  if (!decoder->whole) return shim_gif_next_line(decoder, into);
  memcpy(into, decoder->whole + (size_t)y * (size_t)frame->Width, (size_t)frame->Width);
  return SHIM_OK;
}

static shim_status start(shim_decoder *head, shim_decode_layout *layout) {
  shim_gif_decoder *decoder = (shim_gif_decoder *)head;
  if (head->request.frames > 0) return shim_gif_begin_frames(decoder);
  shim_status status = begin(decoder);
  while (status == SHIM_OK && decoder->row < head->request.y) status = next_row(decoder);
  return status;
}

static void put_line(shim_gif_decoder *decoder, uint8_t *into, size_t plane_bytes) {
  const shim_decode_request *request = &decoder->head.request;
  const size_t channels = (size_t)shim_channels(request);
  uint8_t *samples = decoder->samples;
  for (int32_t x = 0; x < request->region_width; x++, samples += channels) {
    memcpy(samples, decoder->colors[decoder->line[request->x + x]], channels);
  }
  shim_put_columns(request, decoder->samples, into, plane_bytes);
}

static shim_status read_rows(shim_decoder *head, uint8_t *into, size_t row_bytes, size_t plane_bytes, int32_t rows) {
  shim_gif_decoder *decoder = (shim_gif_decoder *)head;
  for (int32_t row = 0; row < rows; row++, into += row_bytes) {
    if (decoder->canvas.pixels) {
      shim_canvas_put(&decoder->canvas, &head->request, into, plane_bytes);
      continue;
    }
    shim_status status = next_row(decoder);
    if (status != SHIM_OK) return status;
    put_line(decoder, into, plane_bytes);
  }
  return SHIM_OK;
}

shim_status shim_gif_finish_frame(shim_gif_decoder *decoder) {
  GifByteType *block = NULL;
  if (!decoder->has_begun || decoder->is_broken || decoder->is_done) return SHIM_OK;
  do {
    if (DGifGetCodeNext(decoder->gif, &block) == GIF_ERROR) return shim_gif_trouble(decoder, decoder->gif->Error);
  } while (block);
  return SHIM_OK;
}

static shim_status drain(shim_decoder *head, int64_t limit) {
  shim_gif_decoder *decoder = (shim_gif_decoder *)head;
  const shim_status status = shim_gif_finish_frame(decoder);
  const shim_status rest = shim_drain_rest(head, decoder->window.bytes, SHIM_WINDOW, limit);
  return rest == SHIM_OK ? status : rest;
}

static const char *version(void) {
  return SHIM_TEXT(GIFLIB_MAJOR) "." SHIM_TEXT(GIFLIB_MINOR) "." SHIM_TEXT(GIFLIB_RELEASE);
}

const shim_decoding shim_giflib = {create, start, read_rows, drain, NULL, destroy, version, damages, 0, NULL, shim_gif_next_frame};
