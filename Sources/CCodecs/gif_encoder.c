#include <stdlib.h>
#include <string.h>

#include <gif_lib.h>

#include "encoding.h"
#include "gif_palette.h"

/*
 * GIF (GIF89a). An animation comes several times. First all its frames are encoded with palettes of their own, then with
 * one palette that they share. These files are only measured, so no file stays in memory. At last the frames are encoded
 * in the way that gave the smaller file.
 */

/* A pixel is transparent, or an opaque colour: alpha of less than a half is transparent. */
enum { NOTHING = 0, LEAST_ALPHA = 128 };

typedef enum { TRIES_OWN, TRIES_SHARED, WRITES } gif_pass;

typedef struct {
  shim_encoder head;
  GifFileType *gif;
  gif_pass pass;
  /* All frames have one palette. */
  int is_shared;
  /* Each frame is whole, and cleared before the next one: a pixel of the animation becomes transparent. */
  int is_whole;
  /* A pixel becomes transparent. Each frame has an exact palette of its own. */
  int uncovers, is_exact;
  /* Bytes of the file so far; those of the file with palettes of its frames. */
  uint64_t bytes, own_bytes;
  int lacks_memory, is_abandoned;
  /* The pixels of this frame and of the one before it, row by row. */
  uint32_t *now, *last;
  /* Rows of this frame, and frames, that came so far. */
  int32_t row, frames;
  /* The frames' times so far: in milliseconds, and as written, in hundredths of a second. */
  int64_t milliseconds, hundredths;
  /* The samples and the indices of a row. */
  uint8_t *samples;
  GifPixelType *line;
  /* The colours of this frame, and of all frames. */
  gif_counts counts, all;
  gif_palette palette;
} gif_encoder;

/* The part of a frame that is encoded. */
typedef struct {
  int32_t left, top, right, bottom;
  /* The pixels of the frame before, which stay where they are the same; NULL if all pixels are drawn. */
  uint32_t *under;
  /* Some of its pixels aren't drawn. */
  int has_gaps;
} gif_part;

static shim_encoder *create(void) { return calloc(1, sizeof(gif_encoder)); }

static void destroy(shim_encoder *head) {
  gif_encoder *encoder = (gif_encoder *)head;
  encoder->is_abandoned = 1;
  if (encoder->gif) EGifCloseFile(encoder->gif, NULL);
  gif_counts_free(&encoder->counts);
  gif_counts_free(&encoder->all);
  gif_palette_free(&encoder->palette);
  free(encoder->now);
  free(encoder->last);
  free(encoder->samples);
  free(encoder->line);
  free(encoder);
}

/* Takes bytes from giflib. */
static int put(GifFileType *gif, const GifByteType *bytes, int count) {
  gif_encoder *encoder = gif->UserData;
  encoder->bytes += (uint64_t)count;
  if (encoder->pass != WRITES || encoder->is_abandoned) return count;
  if (shim_output_add(&encoder->head.output, bytes, (size_t)count)) return count;
  encoder->lacks_memory = 1;
  return 0;
}

static shim_status trouble(gif_encoder *encoder, int error) {
  if (encoder->lacks_memory || error == E_GIF_ERR_NOT_ENOUGH_MEM) return SHIM_NO_MEMORY;
  const char *words = GifErrorString(error);
  return shim_encoder_failed(&encoder->head, words ? words : "giflib doesn't take it");
}

static shim_status start(shim_encoder *head) {
  gif_encoder *encoder = (gif_encoder *)head;
  const shim_encode_request *request = &head->request;
  if (request->color != SHIM_RGB || request->sample_bytes != 1) return shim_encoder_failed(head, "GIF has RGB of 8 bits alone");
  const size_t width = (size_t)request->width, area = width * (size_t)request->height;
  encoder->pass = request->frames > 0 ? TRIES_OWN : WRITES;
  encoder->now = malloc(area * sizeof *encoder->now);
  encoder->last = request->frames > 0 ? malloc(area * sizeof *encoder->last) : NULL;
  encoder->samples = malloc(width * (size_t)shim_planes(request));
  encoder->line = malloc(width);
  if (!encoder->now || !encoder->samples || !encoder->line || (request->frames > 0 && !encoder->last)) return SHIM_NO_MEMORY;
  if (!gif_counts_create(&encoder->counts) || !gif_palette_create(&encoder->palette)) return SHIM_NO_MEMORY;
  if (request->frames == 0) return SHIM_OK;
  if (!gif_counts_create(&encoder->all)) return SHIM_NO_MEMORY;
  gif_counts_clear(&encoder->all);
  encoder->is_exact = 1;
  return SHIM_OK;
}

/* GIF's places for metadata aren't used. */
static shim_status add_metadata(shim_encoder *head, shim_metadata kind, const uint8_t *bytes, size_t count) {
  return SHIM_REFUSED;
}

static uint32_t *row_of(const gif_encoder *encoder, uint32_t *pixels, int32_t y) {
  return pixels + (size_t)y * (size_t)encoder->head.request.width;
}

static shim_status write_rows(shim_encoder *head, const uint8_t *const *planes, const size_t *row_bytes, int32_t rows) {
  gif_encoder *encoder = (gif_encoder *)head;
  const shim_encode_request *request = &head->request;
  const size_t channels = (size_t)shim_planes(request);
  if (rows > request->height - encoder->row) return SHIM_FAILED;
  for (int32_t row = 0; row < rows; row++) {
    shim_take_row(request, planes, row_bytes, row, encoder->samples);
    uint32_t *into = row_of(encoder, encoder->now, encoder->row++);
    const uint8_t *from = encoder->samples;
    for (int32_t x = 0; x < request->width; x++, from += channels) {
      const uint32_t color = 0xFFu << 24 | (uint32_t)from[0] << 16 | (uint32_t)from[1] << 8 | from[2];
      into[x] = channels == 4 && from[3] < LEAST_ALPHA ? NOTHING : color;
    }
  }
  return SHIM_OK;
}

/* True if a pixel of the current frame is drawn, and not left as it is. */
static int is_drawn(const uint32_t *now, const uint32_t *under, int32_t x) {
  return now[x] != NOTHING && (!under || now[x] != under[x]);
}

/* The pixels below a row of the frame; NULL if all pixels are drawn. */
static const uint32_t *row_under(const gif_encoder *encoder, const gif_part *part, int32_t y) {
  return part->under ? row_of(encoder, part->under, y) : NULL;
}

/* The smallest part with all pixels that differ from the frame before; a pixel if none does. */
static gif_part changed_part(const gif_encoder *encoder) {
  const int32_t width = encoder->head.request.width, height = encoder->head.request.height;
  if (encoder->frames == 0 || encoder->is_whole) return (gif_part){.right = width, .bottom = height};
  gif_part part = {.left = width, .top = height, .under = encoder->last};
  for (int32_t y = 0; y < height; y++) {
    const uint32_t *now = row_of(encoder, encoder->now, y), *last = row_of(encoder, encoder->last, y);
    int32_t first = 0, end = width;
    while (first < width && now[first] == last[first]) first++;
    if (first == width) continue;
    while (now[end - 1] == last[end - 1]) end--;
    if (y < part.top) part.top = y;
    part.bottom = y + 1;
    if (first < part.left) part.left = first;
    if (end > part.right) part.right = end;
  }
  return part.bottom > 0 ? part : (gif_part){.right = 1, .bottom = 1, .under = encoder->last};
}

/* Counts the colours of the drawn pixels, and looks for pixels that aren't drawn or become transparent. */
static void look(gif_encoder *encoder, gif_part *part) {
  if (!encoder->is_shared) gif_counts_clear(&encoder->counts);
  for (int32_t y = part->top; y < part->bottom; y++) {
    const uint32_t *now = row_of(encoder, encoder->now, y), *under = row_under(encoder, part, y);
    for (int32_t x = part->left; x < part->right; x++) {
      if (!is_drawn(now, under, x)) {
        part->has_gaps = 1;
        if (under && now[x] != under[x]) encoder->uncovers = 1;
        continue;
      }
      if (!encoder->is_shared) gif_counts_add(&encoder->counts, now[x]);
      if (encoder->pass == TRIES_OWN) gif_counts_add(&encoder->all, now[x]);
    }
  }
}

/* Draws all pixels of a part with 256 colours if they have no others: a gap would take the place of a colour. */
static void close_gaps(const gif_encoder *encoder, gif_part *part) {
  if (encoder->counts.set.count != GIF_COLORS) return;
  for (int32_t y = part->top; y < part->bottom; y++) {
    const uint32_t *now = row_of(encoder, encoder->now, y);
    for (int32_t x = part->left; x < part->right; x++) {
      if (now[x] == NOTHING || !gif_set_holds(&encoder->counts.set, now[x])) return;
    }
  }
  part->has_gaps = 0;
  part->under = NULL;
}

/* giflib's table of the palette's colours and of `more` others; NULL when memory runs out. */
static ColorMapObject *table_of(const gif_palette *palette, int more) {
  int count = 2;
  while (count < palette->count + more) count *= 2;
  ColorMapObject *table = GifMakeMapObject(count, NULL);
  for (int i = 0; table && i < palette->count; i++) {
    const uint32_t color = palette->colors[i];
    table->Colors[i] = (GifColorType){(GifByteType)(color >> 16), (GifByteType)(color >> 8), (GifByteType)color};
  }
  return table;
}

/* Writes how often the frames are repeated after the first time; without a number they are shown once. */
static int put_repetitions(GifFileType *gif, int32_t plays) {
  const int32_t repetitions = plays > 0 ? plays - 1 : 0;
  const GifByteType numbers[] = {1, (GifByteType)(repetitions & 255), (GifByteType)(repetitions >> 8)};
  return plays == 1 || (EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
                        EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0") == GIF_OK &&
                        EGifPutExtensionBlock(gif, sizeof numbers, numbers) == GIF_OK &&
                        EGifPutExtensionTrailer(gif) == GIF_OK);
}

/* Begins the file. A shared palette has a place for the transparent colour behind its own ones. */
static shim_status begin_file(gif_encoder *encoder, int has_gaps) {
  const shim_encode_request *request = &encoder->head.request;
  int error = 0;
  encoder->gif = EGifOpen(encoder, put, &error);
  if (!encoder->gif) return trouble(encoder, error);
  ColorMapObject *table = encoder->is_shared ? table_of(&encoder->palette, has_gaps) : NULL;
  if (encoder->is_shared && !table) return SHIM_NO_MEMORY;
  EGifSetGifVersion(encoder->gif, true);
  int is_done = EGifPutScreenDesc(encoder->gif, request->width, request->height, 8, 0, table) == GIF_OK;
  GifFreeMapObject(table);
  if (is_done && request->frames > 0) is_done = put_repetitions(encoder->gif, request->plays);
  return is_done ? SHIM_OK : trouble(encoder, encoder->gif->Error);
}

/* Writes what a decoder does with the next frame. `transparent` is the index of the transparent colour, or -1. */
static int put_control(gif_encoder *encoder, int delay, int transparent) {
  const int disposal = encoder->is_whole ? DISPOSE_BACKGROUND : encoder->head.request.frames > 0 ? DISPOSE_DO_NOT : 0;
  const GraphicsControlBlock control = {.DisposalMode = disposal, .DelayTime = delay, .TransparentColor = transparent};
  GifByteType bytes[4];
  const size_t count = EGifGCBToExtension(&control, bytes);
  return EGifPutExtension(encoder->gif, GRAPHICS_EXT_FUNC_CODE, (int)count, bytes) == GIF_OK;
}

/* Writes the part of a frame by the current palette. */
static shim_status put_frame(gif_encoder *encoder, const gif_part *part, int delay) {
  GifFileType *gif = encoder->gif;
  const int transparent = part->has_gaps ? encoder->palette.count : -1;
  const int32_t width = part->right - part->left;
  ColorMapObject *table = encoder->is_shared ? NULL : table_of(&encoder->palette, part->has_gaps);
  if (!encoder->is_shared && !table) return SHIM_NO_MEMORY;
  int is_done = (encoder->head.request.frames == 0 && !part->has_gaps) || put_control(encoder, delay, transparent);
  is_done = is_done && EGifPutImageDesc(gif, part->left, part->top, width, part->bottom - part->top, false, table) == GIF_OK;
  GifFreeMapObject(table);
  for (int32_t y = part->top; is_done && y < part->bottom; y++) {
    if (shim_encoder_is_late(&encoder->head)) return SHIM_TIMEOUT;
    const uint32_t *now = row_of(encoder, encoder->now, y), *under = row_under(encoder, part, y);
    for (int32_t x = part->left; x < part->right; x++) {
      encoder->line[x - part->left] =
          is_drawn(now, under, x) ? gif_palette_index(&encoder->palette, now[x], x, y) : (GifPixelType)transparent;
    }
    is_done = EGifPutLine(gif, encoder->line, width) == GIF_OK;
  }
  return is_done ? SHIM_OK : trouble(encoder, gif->Error);
}

/* The time of a frame in hundredths of a second. What is rounded off counts for the next frames. */
static int64_t delay_of(gif_encoder *encoder, int32_t duration) {
  encoder->milliseconds += duration;
  const int64_t delay = (encoder->milliseconds + 5) / 10 - encoder->hundredths;
  encoder->hundredths += delay;
  return delay;
}

static shim_status end_frame(shim_encoder *head, int32_t duration) {
  enum { LONGEST = 65535 };
  gif_encoder *encoder = (gif_encoder *)head;
  if (encoder->row != head->request.height) return shim_encoder_failed(head, "rows are missing");
  const int64_t delay = delay_of(encoder, duration);
  if (delay < 0 || delay > LONGEST) return shim_encoder_failed(head, "a frame is shown for longer than GIF can say");
  gif_part part = changed_part(encoder);
  look(encoder, &part);
  if (!encoder->is_shared) close_gaps(encoder, &part);
  /* A frame that is cleared needs a transparent colour: without one, some decoders clear it to another colour. */
  if (encoder->is_whole) part.has_gaps = 1;
  if (!encoder->is_shared) {
    gif_palette_make(&encoder->palette, &encoder->counts, GIF_COLORS - part.has_gaps);
    encoder->is_exact = encoder->is_exact && encoder->palette.is_exact;
  }
  shim_status status = encoder->frames == 0 ? begin_file(encoder, 1) : SHIM_OK;
  if (status == SHIM_OK) status = put_frame(encoder, &part, (int)delay);
  uint32_t *const shown = encoder->now;
  encoder->now = encoder->last;
  encoder->last = shown;
  encoder->row = 0;
  encoder->frames++;
  return status;
}

static shim_status end_file(gif_encoder *encoder) {
  GifFileType *gif = encoder->gif;
  int error = 0;
  encoder->gif = NULL;
  return EGifCloseFile(gif, &error) == GIF_OK && !encoder->lacks_memory ? SHIM_OK : trouble(encoder, error);
}

/* Decides how the frames are encoded the next time. */
static void choose(gif_encoder *encoder) {
  if (encoder->pass == TRIES_SHARED) {
    encoder->pass = WRITES;
    encoder->is_shared = encoder->bytes <= encoder->own_bytes;
    return;
  }
  if (encoder->uncovers && !encoder->is_whole) {
    encoder->is_whole = encoder->is_exact = 1;
    gif_counts_clear(&encoder->all);
    return;
  }
  encoder->own_bytes = encoder->bytes;
  /* Exact palettes aren't given up for one that isn't. */
  const int may_share = !encoder->is_exact || encoder->all.set.count < GIF_COLORS;
  encoder->pass = may_share ? TRIES_SHARED : WRITES;
  encoder->is_shared = may_share;
}

static int begins_again(shim_encoder *head) {
  gif_encoder *encoder = (gif_encoder *)head;
  if (encoder->pass == WRITES || encoder->frames != head->request.frames || end_file(encoder) != SHIM_OK) return 0;
  choose(encoder);
  if (encoder->pass == TRIES_SHARED) gif_palette_make(&encoder->palette, &encoder->all, GIF_COLORS - 1);
  encoder->bytes = 0;
  encoder->milliseconds = encoder->hundredths = 0;
  encoder->frames = 0;
  return 1;
}

static shim_status finish(shim_encoder *head) {
  gif_encoder *encoder = (gif_encoder *)head;
  if (head->request.frames > 0) {
    const int is_whole = encoder->pass == WRITES && encoder->frames == head->request.frames;
    return is_whole ? end_file(encoder) : shim_encoder_failed(head, "frames are missing");
  }
  if (encoder->row != head->request.height) return shim_encoder_failed(head, "rows are missing");
  gif_part part = changed_part(encoder);
  look(encoder, &part);
  gif_palette_make(&encoder->palette, &encoder->counts, GIF_COLORS - part.has_gaps);
  /* The file's palette serves the one frame. */
  encoder->is_shared = 1;
  shim_status status = begin_file(encoder, part.has_gaps);
  if (status == SHIM_OK) status = put_frame(encoder, &part, 0);
  return status == SHIM_OK ? end_file(encoder) : status;
}

const shim_encoding shim_gif = {create, start, add_metadata, write_rows, finish, destroy, NULL, end_frame, begins_again};
