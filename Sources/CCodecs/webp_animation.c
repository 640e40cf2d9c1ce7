#include <stdlib.h>
#include <string.h>

#include "webp_animation.h"

enum {
  RIFF_BYTES = 12,
  CHUNK_HEAD = 8,
  CANVAS_BYTES = 10,
  ANIMATION_BYTES = 6,
  FRAME_BYTES = 16,
  /* The offset of the flags of VP8X. */
  FLAGS = RIFF_BYTES + CHUNK_HEAD,
};

/* Flags of VP8X. */
enum { ANIMATION = 2, XMP = 4, EXIF = 8, ALPHA = 16, PROFILE = 32 };

/* A frame's flag: its pixels replace those of the canvas. */
enum { NO_BLENDING = 2 };

static void put(uint8_t *into, size_t value, int count) {
  for (int i = 0; i < count; i++) into[i] = (uint8_t)(value >> (8 * i) & 255);
}

/* Adds bytes. The file's memory grows by an eighth at a time: the plan counts what it takes. */
static int add(shim_output *file, const void *bytes, size_t count) {
  const size_t spare = file->count / 8 + (1 << 16);
  if (file->capacity - file->count < count) {
    uint8_t *larger = realloc(file->bytes, file->count + count + spare);
    if (!larger) return 0;
    file->bytes = larger;
    file->capacity = file->count + count + spare;
  }
  memcpy(file->bytes + file->count, bytes, count);
  file->count += count;
  return 1;
}

static int add_head(shim_output *file, const char *type, size_t length) {
  uint8_t head[CHUNK_HEAD];
  memcpy(head, type, 4);
  put(head + 4, length, 4);
  return add(file, head, sizeof head);
}

static int add_chunk(shim_output *file, const char *type, const uint8_t *bytes, size_t length) {
  return add_head(file, type, length) && add(file, bytes, length) &&
         (length % 2 == 0 || add(file, "", 1));
}

int shim_webp_animation_begin(shim_webp_animation *animation, int width, int height, int plays, const WebPData *profile) {
  shim_output *file = &animation->file;
  uint8_t canvas[CANVAS_BYTES] = {ANIMATION}, control[ANIMATION_BYTES] = {0};
  animation->width = width;
  animation->height = height;
  put(canvas + 4, (size_t)width - 1, 3);
  put(canvas + 7, (size_t)height - 1, 3);
  put(control + 4, (size_t)plays, 2);
  return add(file, "RIFF\0\0\0\0WEBP", RIFF_BYTES) && add_chunk(file, "VP8X", canvas, sizeof canvas) &&
         (profile->size == 0 || add_chunk(file, "ICCP", profile->bytes, profile->size)) &&
         add_chunk(file, "ANIM", control, sizeof control);
}

static const uint32_t *row_of(const WebPPicture *frame, int y) {
  return frame->argb + (size_t)y * (size_t)frame->argb_stride;
}

static int differs(const shim_webp_animation *animation, const WebPPicture *frame, int y) {
  const size_t width = (size_t)animation->width;
  return memcmp(row_of(frame, y), animation->last + (size_t)y * width, width * sizeof *animation->last) != 0;
}

shim_webp_change shim_webp_animation_change(const shim_webp_animation *animation, const WebPPicture *frame) {
  const int width = animation->width, height = animation->height;
  if (!animation->last) return (shim_webp_change){0, 0, width, height};
  int top = 0, bottom = height;
  while (top < bottom && !differs(animation, frame, top)) top++;
  if (top == bottom) return (shim_webp_change){0, 0, 1, 1};
  while (!differs(animation, frame, bottom - 1)) bottom--;
  int left = width, right = 0;
  for (int y = top; y < bottom; y++) {
    const uint32_t *now = row_of(frame, y), *before = animation->last + (size_t)y * (size_t)width;
    int x = 0, end = width;
    while (x < left && now[x] == before[x]) x++;
    while (end > right && now[end - 1] == before[end - 1]) end--;
    left = x;
    right = end;
  }
  left &= ~1;
  top &= ~1;
  return (shim_webp_change){left, top, right - left, bottom - top};
}

/* Keeps the frame for the comparison with the next one. */
static int keep(shim_webp_animation *animation, const WebPPicture *frame, shim_webp_change change) {
  const size_t width = (size_t)animation->width;
  if (!animation->last) animation->last = malloc(width * (size_t)animation->height * sizeof *animation->last);
  if (!animation->last) return 0;
  for (int y = change.y; y < change.y + change.height; y++) {
    const uint32_t *row = row_of(frame, y) + change.x;
    for (int x = 0; x < change.width && !animation->has_alpha; x++) animation->has_alpha = row[x] >> 24 != 255;
    memcpy(animation->last + (size_t)y * width + change.x, row, (size_t)change.width * sizeof *row);
  }
  return 1;
}

int shim_webp_animation_add(shim_webp_animation *animation, const WebPPicture *frame, shim_webp_change change,
                            int duration, const uint8_t *still, size_t count) {
  uint8_t head[FRAME_BYTES] = {0};
  size_t start = RIFF_BYTES;
  if (count >= start + CHUNK_HEAD + CANVAS_BYTES && memcmp(still + start, "VP8X", 4) == 0) {
    start += CHUNK_HEAD + CANVAS_BYTES;
  }
  if (count < start) return 0;
  put(head, (size_t)change.x / 2, 3);
  put(head + 3, (size_t)change.y / 2, 3);
  put(head + 6, (size_t)change.width - 1, 3);
  put(head + 9, (size_t)change.height - 1, 3);
  put(head + 12, (size_t)duration, 3);
  head[15] = NO_BLENDING;
  return add_head(&animation->file, "ANMF", FRAME_BYTES + count - start) &&
         add(&animation->file, head, sizeof head) &&
         add(&animation->file, still + start, count - start) && keep(animation, frame, change);
}

shim_status shim_webp_animation_end(shim_webp_animation *animation, const WebPData *exif, const WebPData *xmp,
                                    int has_profile) {
  shim_output *file = &animation->file;
  int flags = ANIMATION | (animation->has_alpha ? ALPHA : 0) | (has_profile ? PROFILE : 0);
  if (exif->size > 0) flags |= EXIF;
  if (xmp->size > 0) flags |= XMP;
  if (exif->size > 0 && !add_chunk(file, "EXIF", exif->bytes, exif->size)) return SHIM_NO_MEMORY;
  if (xmp->size > 0 && !add_chunk(file, "XMP ", xmp->bytes, xmp->size)) return SHIM_NO_MEMORY;
  /* The longest RIFF file (RFC 9649, section 2.3). */
  if (file->count > (size_t)UINT32_MAX - 9) return SHIM_FAILED;
  put(file->bytes + 4, file->count - 8, 4);
  file->bytes[FLAGS] = (uint8_t)flags;
  return SHIM_OK;
}

void shim_webp_animation_free(shim_webp_animation *animation) {
  free(animation->file.bytes);
  free(animation->last);
}
