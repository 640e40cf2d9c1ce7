#include "png_frames.h"

#include <string.h>

#include <libdeflate.h>

/* Bytes of a chunk's CRC, and of the number of a part of an animation. */
enum { CHECKSUM = 4, SEQUENCE = 4 };

uint32_t shim_png_number(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint32_t short_number(const uint8_t *bytes) { return (uint32_t)bytes[0] << 8 | bytes[1]; }

void shim_png_put_number(uint8_t *into, uint32_t value) {
  for (int i = 0; i < 4; i++) into[i] = (uint8_t)(value >> (24 - 8 * i));
}

size_t shim_png_put_chunk(uint8_t *chunk, const char *name, size_t count) {
  shim_png_put_number(chunk, (uint32_t)count);
  memcpy(chunk + 4, name, 4);
  shim_png_put_number(chunk + SHIM_PNG_CHUNK_HEAD + count, libdeflate_crc32(0, chunk + 4, 4 + count));
  return SHIM_PNG_LAST_CHUNK + count;
}

/* Takes bytes of the file; 0 if it ends before them. */
static int take(png_decoder *file, uint8_t *into, size_t wanted) {
  while (wanted > 0) {
    const uint8_t *bytes;
    const size_t count = shim_png_next_bytes(file, &bytes, wanted);
    if (count == 0) return 0;
    memcpy(into, bytes, count);
    into += count;
    wanted -= count;
  }
  return 1;
}

/* Takes data of the current chunk. */
static int take_data(png_decoder *file, uint8_t *into, uint32_t wanted) {
  png_frames *frames = file->frames;
  if (wanted > frames->left || !take(file, into, wanted)) return 0;
  frames->left -= wanted;
  frames->checksum = libdeflate_crc32(frames->checksum, into, wanted);
  return 1;
}

static int has_name(const png_frames *frames, const char *name) { return memcmp(frames->name, name, 4) == 0; }

/* Skips the rest of the current chunk; 0 at the file's end. */
static int skip_chunk(png_decoder *file) {
  png_frames *frames = file->frames;
  uint64_t left = frames->is_in_chunk ? (uint64_t)frames->left + CHECKSUM : 0;
  frames->is_in_chunk = frames->is_data = 0;
  while (left > 0) {
    const uint8_t *bytes;
    const size_t count = shim_png_next_bytes(file, &bytes, left < SHIM_PNG_BUFFER ? (size_t)left : SHIM_PNG_BUFFER);
    if (count == 0) return 0;
    if (shim_is_late(&file->head)) shim_png_leave(file, SHIM_TIMEOUT, "");
    left -= count;
  }
  return 1;
}

/* Begins the next chunk of the file; 0 at its end. */
static int begin_chunk(png_decoder *file) {
  png_frames *frames = file->frames;
  uint8_t head[SHIM_PNG_CHUNK_HEAD];
  if (file->has_last || !take(file, head, sizeof head)) return 0;
  memcpy(frames->name, head + 4, sizeof frames->name);
  frames->left = shim_png_number(head);
  frames->checksum = libdeflate_crc32(0, frames->name, sizeof frames->name);
  frames->is_in_chunk = 1;
  if (has_name(frames, "IEND")) file->has_last = skip_chunk(file);
  return 1;
}

/* Counts a chunk of a frame; true if its number is the next one. */
static int count_chunk(png_frames *frames, const uint8_t *sequence) {
  const int is_in_order = shim_png_number(sequence) == frames->sequence;
  frames->sequence = shim_png_number(sequence) + 1;
  return is_in_order;
}

void shim_png_set_control(png_frames *frames, const uint8_t data[SHIM_PNG_CONTROL]) {
  const int64_t width = shim_png_number(data + 4), height = shim_png_number(data + 8);
  const int64_t x = shim_png_number(data + 12), y = shim_png_number(data + 16);
  const int is_inside = width > 0 && height > 0 && x + width <= frames->canvas.width && y + height <= frames->canvas.height;
  frames->next = (png_control){
    .delay = short_number(data + 20),
    .delay_unit = short_number(data + 22) == 0 ? 100 : short_number(data + 22),
    .disposal = data[24],
    .blending = data[25],
    .is_sound = count_chunk(frames, data) && is_inside && data[24] < SHIM_PNG_DISPOSALS && data[25] < SHIM_PNG_BLENDINGS,
  };
  if (is_inside) frames->next.part = (shim_part){(int32_t)x, (int32_t)y, (int32_t)(x + width), (int32_t)(y + height)};
}

/* Reads the control in the current chunk, unless the file ends within it. */
static void read_control(png_decoder *file) {
  png_frames *frames = file->frames;
  uint8_t data[SHIM_PNG_CONTROL], stored[CHECKSUM];
  const int has_length = frames->left == SHIM_PNG_CONTROL;
  if (has_length && (!take_data(file, data, SHIM_PNG_CONTROL) || !take(file, stored, CHECKSUM))) return;
  frames->has_next = 1;
  frames->next = (png_control){.delay_unit = 1};
  if (!has_length) return;
  frames->is_in_chunk = 0;
  if (shim_png_number(stored) == frames->checksum) shim_png_set_control(frames, data);
}

int shim_png_find_control(png_decoder *file) {
  png_frames *frames = file->frames;
  while (!frames->has_next) {
    if (!skip_chunk(file) || !begin_chunk(file) || file->has_last) return 0;
    if (has_name(frames, "fcTL")) read_control(file);
    /* Data that isn't decoded counts too. */
    uint8_t sequence[SEQUENCE];
    if (has_name(frames, "fdAT") && take_data(file, sequence, SEQUENCE)) count_chunk(frames, sequence);
  }
  return 1;
}

void shim_png_give(png_frames *frames, const uint8_t *bytes, size_t count) {
  frames->given = bytes;
  frames->given_bytes = count;
}

/* Ends the data of a frame. */
static int end_data(png_frames *frames) {
  frames->is_over = 1;
  shim_png_give(frames, frames->piece, shim_png_put_chunk(frames->piece, "IEND", 0));
  return 1;
}

/* Begins data in the current chunk, behind the number that an fdAT chunk has; 0 at the file's end. */
static int begin_data(png_decoder *file) {
  png_frames *frames = file->frames;
  if (frames->data_name[0] == 'f') {
    uint8_t sequence[SEQUENCE];
    const int has_number = frames->left >= SEQUENCE;
    if (has_number && !take_data(file, sequence, SEQUENCE)) return 0;
    if (!has_number || !count_chunk(frames, sequence)) {
      frames->is_disordered = 1;
      return end_data(frames);
    }
  }
  frames->is_data = 1;
  shim_png_put_number(frames->piece, frames->left);
  memcpy(frames->piece + 4, "IDAT", 4);
  frames->data_checksum = libdeflate_crc32(0, "IDAT", 4);
  shim_png_give(frames, frames->piece, SHIM_PNG_CHUNK_HEAD);
  return 1;
}

/* Makes the next bytes of a frame that aren't the file's own; 0 at the file's end. */
static int make_piece(png_decoder *file) {
  png_frames *frames = file->frames;
  if (frames->is_data) {
    uint8_t stored[CHECKSUM];
    if (!take(file, stored, CHECKSUM)) return 0;
    frames->is_in_chunk = frames->is_data = 0;
    /* The made chunk's CRC is right if the file's is. */
    shim_png_put_number(frames->piece, frames->data_checksum ^ frames->checksum ^ shim_png_number(stored));
    shim_png_give(frames, frames->piece, CHECKSUM);
    return 1;
  }
  while (skip_chunk(file) && begin_chunk(file)) {
    if (has_name(frames, frames->data_name)) return begin_data(file);
    if (has_name(frames, "fcTL")) read_control(file);
    if (frames->has_next || file->has_last) return end_data(frames);
  }
  return 0;
}

size_t shim_png_feed(void *owner, uint8_t *into, size_t size) {
  png_decoder *file = owner;
  png_frames *frames = file->frames;
  size_t done = 0;
  /* libpng reads the data behind a frame's last row at once. */
  if (shim_is_late(&file->head)) shim_png_leave(file, SHIM_TIMEOUT, "");
  while (done < size) {
    if (frames->given_bytes > 0) {
      const size_t count = frames->given_bytes < size - done ? frames->given_bytes : size - done;
      memcpy(into + done, frames->given, count);
      shim_png_give(frames, frames->given + count, frames->given_bytes - count);
      done += count;
    } else if (frames->is_data && frames->left > 0) {
      const uint8_t *bytes;
      const size_t count = shim_png_next_bytes(file, &bytes, frames->left < size - done ? frames->left : size - done);
      if (count == 0) break;
      memcpy(into + done, bytes, count);
      frames->checksum = libdeflate_crc32(frames->checksum, bytes, count);
      frames->data_checksum = libdeflate_crc32(frames->data_checksum, bytes, count);
      frames->left -= (uint32_t)count;
      done += count;
    } else if (frames->is_over || !make_piece(file)) {
      break;
    }
  }
  return done;
}
