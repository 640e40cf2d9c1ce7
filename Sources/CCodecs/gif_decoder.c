#include <stdlib.h>
#include <string.h>

#include <gif_lib.h>

#include "decoding.h"

enum { COLORS = 256, GRAPHIC_CONTROL_BYTES = 4 };

/* Data that doesn't decode; data that ends early. */
enum { DATA, END };

static const shim_damage damages[] = {
  [DATA] = {"gif_data", SHIM_FAIL_ON_ERROR, NULL},
  [END] = {"gif_end", SHIM_FAIL_ON_TRUNCATED, NULL},
  {0},
};

typedef struct {
  shim_decoder head;
  GifFileType *gif;
  /* The file ended before giflib had all the bytes it asked for. */
  int has_ended;
  /* The first frame's data: has begun, can't be decoded further, is complete. */
  int has_begun, is_broken, is_done;
  /* The last byte given to giflib. */
  uint8_t last;
  /* The index of the transparent colour; -1 without one. */
  int transparent;
  /* The next row of the screen, and of the frame. */
  int32_t row, frame_row;
  /* RGBA of each index. */
  uint8_t colors[COLORS][4];
  /* The indices of one row of the screen, or of the whole frame if it is interlaced. */
  GifPixelType *line, *whole;
  /* The region's columns of one row. */
  uint8_t *samples;
  shim_window window;
} gif_decoder;

/* Gives bytes to giflib; fewer than wanted at the file's end. */
static int read_bytes(GifFileType *gif, GifByteType *into, int wanted) {
  gif_decoder *decoder = gif->UserData;
  const int done = (int)shim_take(&decoder->head.input, &decoder->window, into, wanted);
  if (done < wanted) {
    decoder->has_ended = 1;
    return done > 0 ? done : 0;
  }
  if (done > 0) decoder->last = into[done - 1];
  return done;
}

static void destroy(shim_decoder *head) {
  gif_decoder *decoder = (gif_decoder *)head;
  if (decoder->gif) DGifCloseFile(decoder->gif, NULL);
  free(decoder->line);
  free(decoder->samples);
  free(decoder);
}

static shim_decoder *create(void) { return calloc(1, sizeof(gif_decoder)); }

/* The status for giflib's error; SHIM_OK if it is tolerated. */
static shim_status trouble(gif_decoder *decoder, int error) {
  shim_decoder *head = &decoder->head;
  decoder->is_broken = 1;
  if (head->input.read_errno) return shim_unread(head);
  if (error == D_GIF_ERR_NOT_ENOUGH_MEM) return SHIM_NO_MEMORY;
  int is_cut = decoder->has_ended || error == D_GIF_ERR_EOF_TOO_SOON;
  const char *words = is_cut ? "the file ends too early" : GifErrorString(error);
  shim_failure(head, SHIM_CORRUPT, words ? words : "its frame is broken");
  return shim_tolerates(head, is_cut ? END : DATA) && decoder->has_begun ? SHIM_OK : SHIM_CORRUPT;
}

static int read_extension(gif_decoder *decoder) {
  int code = 0;
  GifByteType *block = NULL;
  if (DGifGetExtension(decoder->gif, &code, &block) == GIF_ERROR) return GIF_ERROR;
  if (code == GRAPHICS_EXT_FUNC_CODE && block && block[0] == GRAPHIC_CONTROL_BYTES) {
    GraphicsControlBlock control;
    DGifExtensionToGCB(block[0], block + 1, &control);
    decoder->transparent = control.TransparentColor;
  }
  while (block) {
    if (DGifGetExtensionNext(decoder->gif, &block) == GIF_ERROR) return GIF_ERROR;
  }
  return GIF_OK;
}

/* Moves to the first frame's data. */
static int find_frame(gif_decoder *decoder) {
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

static int is_as_planned(const gif_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  const GifImageDesc *frame = &decoder->gif->Image;
  int64_t width = (int64_t)frame->Left + frame->Width, height = (int64_t)frame->Top + frame->Height;
  if (width < decoder->gif->SWidth) width = decoder->gif->SWidth;
  if (height < decoder->gif->SHeight) height = decoder->gif->SHeight;
  return frame->Width > 0 && frame->Height > 0 && width == request->width && height == request->height &&
         request->color == SHIM_RGB && request->sample_bytes == 1 && request->eighths == 8 &&
         shim_has_region(request, width, height);
}

/* A frame without any colour table is grey. */
static void set_colors(gif_decoder *decoder) {
  const ColorMapObject *map = decoder->gif->Image.ColorMap;
  if (!map) map = decoder->gif->SColorMap;
  for (int index = 0; index < COLORS; index++) {
    uint8_t *color = decoder->colors[index];
    if (!map) memset(color, index, 3);
    if (map && index < map->ColorCount) {
      const GifColorType *entry = &map->Colors[index];
      color[0] = entry->Red;
      color[1] = entry->Green;
      color[2] = entry->Blue;
    }
    color[3] = index == decoder->transparent ? 0 : 255;
  }
}

/* The index outside of the frame: the transparent one, or else 0. */
static int empty(const gif_decoder *decoder) { return decoder->transparent < 0 ? 0 : decoder->transparent; }

/* The next row of the frame's data; incomplete after damage. */
static shim_status next_line(gif_decoder *decoder, GifPixelType *into) {
  const GifImageDesc *frame = &decoder->gif->Image;
  if (decoder->is_broken) return SHIM_OK;
  if (shim_is_late(&decoder->head)) return SHIM_TIMEOUT;
  if (DGifGetLine(decoder->gif, into, frame->Width) == GIF_ERROR) return trouble(decoder, decoder->gif->Error);
  decoder->is_done = ++decoder->frame_row == frame->Height;
  return SHIM_OK;
}

/* Reads a whole interlaced frame (GIF89a, appendix E). */
static shim_status read_whole(gif_decoder *decoder) {
  static const int first[] = {0, 4, 2, 1}, step[] = {8, 8, 4, 2};
  const GifImageDesc *frame = &decoder->gif->Image;
  size_t size = (size_t)frame->Width * (size_t)frame->Height;
  decoder->whole = decoder->head.lender.take(decoder->head.lender.owner, size);
  if (!decoder->whole) return SHIM_NO_MEMORY;
  memset(decoder->whole, empty(decoder), size);
  for (int pass = 0; pass < 4; pass++) {
    for (int y = first[pass]; y < frame->Height; y += step[pass]) {
      shim_status status = next_line(decoder, decoder->whole + (size_t)y * (size_t)frame->Width);
      if (status != SHIM_OK) return status;
    }
  }
  return SHIM_OK;
}

static shim_status begin(gif_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  int error = 0;
  decoder->transparent = NO_TRANSPARENT_COLOR;
  decoder->gif = DGifOpen(decoder, read_bytes, &error);
  if (!decoder->gif) return trouble(decoder, error);
  if (find_frame(decoder) == GIF_ERROR) return trouble(decoder, decoder->gif->Error);
  if (!is_as_planned(decoder)) return SHIM_CHANGED;
  decoder->line = malloc((size_t)request->width);
  decoder->samples = malloc((size_t)request->region_width * (size_t)shim_channels(request));
  if (!decoder->line || !decoder->samples) return SHIM_NO_MEMORY;
  set_colors(decoder);
  decoder->has_begun = 1;
  return decoder->gif->Image.Interlace ? read_whole(decoder) : SHIM_OK;
}

/* Puts the next row of the screen into the line. */
static shim_status next_row(gif_decoder *decoder) {
  const GifImageDesc *frame = &decoder->gif->Image;
  int32_t y = decoder->row++ - frame->Top;
  memset(decoder->line, empty(decoder), (size_t)decoder->head.request.width);
  if (y < 0 || y >= frame->Height) return SHIM_OK;
  GifPixelType *into = decoder->line + frame->Left;
  if (!decoder->whole) return next_line(decoder, into);
  memcpy(into, decoder->whole + (size_t)y * (size_t)frame->Width, (size_t)frame->Width);
  return SHIM_OK;
}

static shim_status start(shim_decoder *head, shim_decode_layout *layout) {
  gif_decoder *decoder = (gif_decoder *)head;
  shim_status status = begin(decoder);
  while (status == SHIM_OK && decoder->row < head->request.y) status = next_row(decoder);
  return status;
}

static void put_line(gif_decoder *decoder, uint8_t *into, size_t plane_bytes) {
  const shim_decode_request *request = &decoder->head.request;
  const size_t channels = (size_t)shim_channels(request);
  uint8_t *samples = decoder->samples;
  for (int32_t x = 0; x < request->region_width; x++, samples += channels) {
    memcpy(samples, decoder->colors[decoder->line[request->x + x]], channels);
  }
  shim_put_columns(request, decoder->samples, into, plane_bytes);
}

static shim_status read_rows(shim_decoder *head, uint8_t *into, size_t row_bytes, size_t plane_bytes, int32_t rows) {
  gif_decoder *decoder = (gif_decoder *)head;
  for (int32_t row = 0; row < rows; row++, into += row_bytes) {
    shim_status status = next_row(decoder);
    if (status != SHIM_OK) return status;
    put_line(decoder, into, plane_bytes);
  }
  return SHIM_OK;
}

/* Reads the rest of the frame's data. */
static shim_status finish(gif_decoder *decoder) {
  GifByteType *block = NULL;
  if (!decoder->has_begun || decoder->is_broken || decoder->is_done) return SHIM_OK;
  do {
    if (DGifGetCodeNext(decoder->gif, &block) == GIF_ERROR) return trouble(decoder, decoder->gif->Error);
  } while (block);
  return SHIM_OK;
}

static shim_status drain(shim_decoder *head, int64_t limit) {
  gif_decoder *decoder = (gif_decoder *)head;
  const shim_status status = finish(decoder);
  const shim_status rest = shim_drain_rest(head, decoder->window.bytes, SHIM_WINDOW, limit);
  return rest == SHIM_OK ? status : rest;
}

static const char *version(void) {
  return SHIM_TEXT(GIFLIB_MAJOR) "." SHIM_TEXT(GIFLIB_MINOR) "." SHIM_TEXT(GIFLIB_RELEASE);
}

const shim_decoding shim_giflib = {create, start, read_rows, drain, NULL, destroy, version, damages, 0};
