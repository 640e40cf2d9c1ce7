#include <stdlib.h>
#include <string.h>

#include "bmp_decoding.h"

/*
 * Windows GDI, "Bitmap Storage" and "Bitmap Compression"; OS/2 Presentation Manager, BITMAPCOREHEADER.
 *
 * Most files begin with the last row, so the decoder doesn't read them in order.
 *
 * A bitmap in an icon lacks the file header. Its height counts the rows of colours, and then as many rows of a mask
 * with a bit for each pixel. A set bit shows what is behind the icon. Pixels of 32 bits have alpha of their own, and
 * then the mask doesn't count.
 */

enum {
  FILE_HEAD = 14,
  LONGEST_HEADER = 124,
  CORE_HEADER = 12,
  OS2_HEADER = 64,
  FIRST_ALPHA_HEADER = 56,
  /* The offset of the masks: in the header, or after the shortest header that has masks. */
  MASKS = FILE_HEAD + 40,
};

static const shim_damage damages[] = {
  [SHIM_BMP_END] = {"bmp_end", SHIM_FAIL_ON_TRUNCATED, NULL},
  [SHIM_BMP_RUN] = {"bmp_run", SHIM_FAIL_ON_WARNING, NULL},
  {0},
};

static void destroy(shim_decoder *head) {
  shim_bmp_decoder *decoder = (shim_bmp_decoder *)head;
  free(decoder->stored);
  free(decoder->mask);
  free(decoder->samples);
  free(decoder->runs);
  free(decoder);
}

static shim_decoder *create(void) { return calloc(1, sizeof(shim_bmp_decoder)); }

static shim_decoder *create_in_icon(void) {
  shim_bmp_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->is_in_icon = 1;
  return &decoder->head;
}

shim_status shim_bmp_damaged(shim_bmp_decoder *decoder, int kind) {
  decoder->is_broken = decoder->is_broken || kind == SHIM_BMP_END;
  shim_failure(&decoder->head, SHIM_CORRUPT,
               kind == SHIM_BMP_END ? "the file ends too early" : "a run of pixels goes beyond the picture");
  return shim_tolerates(&decoder->head, kind) ? SHIM_OK : SHIM_CORRUPT;
}

static uint32_t number(const uint8_t *bytes, int count) {
  uint32_t value = 0;
  while (count-- > 0) value = value << 8 | bytes[count];
  return value;
}

static shim_bmp_channel channel_of(uint32_t mask) {
  shim_bmp_channel result = {.mask = mask};
  if (!mask) return result;
  result.shift = __builtin_ctz(mask);
  result.most = mask >> result.shift;
  return result;
}

/* Sets red, green, blue and alpha of 16, 24 or 32 bit pixels. */
static void set_masks(shim_bmp_decoder *decoder, const uint8_t *file, uint32_t length) {
  const int has_masks = decoder->compression == SHIM_BMP_MASKED || decoder->compression == SHIM_BMP_ALPHA_MASKED;
  const int has_alpha =
    (length >= FIRST_ALPHA_HEADER && length != OS2_HEADER) || decoder->compression == SHIM_BMP_ALPHA_MASKED;
  const uint32_t fixed[2][3] = {{0xFF0000, 0xFF00, 0xFF}, {0x7C00, 0x3E0, 0x1F}};
  for (int index = 0; index < 4; index++) {
    uint32_t mask = index < 3 ? fixed[decoder->bits == 16][index] : 0;
    if (has_masks) mask = index < 3 || has_alpha ? number(file + MASKS + 4 * index, 4) : 0;
    if (decoder->is_in_icon && index == 3 && decoder->bits == 32 && !mask) mask = 0xFF000000;
    decoder->channels[index] = channel_of(mask);
  }
}

/* Reads a palette of at most `count` colours of 3 or 4 bytes each, as many as the file has. */
static shim_status read_palette(shim_bmp_decoder *decoder, int64_t place, int count, int entry) {
  uint8_t bytes[SHIM_BMP_COLORS * 4];
  ssize_t read = shim_input_read_at(&decoder->head.input, place, bytes, (size_t)(count * entry));
  if (read < 0) return shim_unread(&decoder->head);
  for (int index = 0; index < count && (index + 1) * entry <= read; index++) {
    const uint8_t *color = bytes + index * entry;
    decoder->palette[index][0] = color[2];
    decoder->palette[index][1] = color[1];
    decoder->palette[index][2] = color[0];
  }
  return SHIM_OK;
}

static int is_supported(const shim_bmp_decoder *decoder) {
  const int may_have_runs = !decoder->is_in_icon;
  switch (decoder->bits) {
  case 1: case 2: return decoder->compression == SHIM_BMP_NONE;
  case 4: return decoder->compression == SHIM_BMP_NONE || (may_have_runs && decoder->compression == SHIM_BMP_RLE4);
  case 8: return decoder->compression == SHIM_BMP_NONE || (may_have_runs && decoder->compression == SHIM_BMP_RLE8);
  case 24: return decoder->compression == SHIM_BMP_NONE;
  case 16: case 32:
    return decoder->compression == SHIM_BMP_NONE || decoder->compression == SHIM_BMP_MASKED ||
           decoder->compression == SHIM_BMP_ALPHA_MASKED;
  default: return 0;
  }
}

/* The height in the file; negative if the top row comes first. */
static int64_t set_fields(shim_bmp_decoder *decoder, const uint8_t *file, uint32_t length) {
  const uint8_t *fields = file + FILE_HEAD;
  if (length == CORE_HEADER) {
    decoder->bits = (int)number(fields + 10, 2);
    return number(fields + 6, 2);
  }
  decoder->bits = (int)number(fields + 14, 2);
  decoder->compression = length > 16 ? (int)number(fields + 16, 4) : SHIM_BMP_NONE;
  /* Unsupported OS/2 codings: Huffman, and 24-bit runs. */
  if (length == OS2_HEADER && (decoder->compression == 3 || decoder->compression == 4)) decoder->compression = -1;
  return (int32_t)number(fields + 8, 4);
}

static int is_as_planned(const shim_bmp_decoder *decoder, const uint8_t *file, uint32_t length, int64_t height) {
  const shim_decode_request *request = &decoder->head.request;
  const int64_t width = number(file + FILE_HEAD + 4, length == CORE_HEADER ? 2 : 4);
  const int64_t rows = (height < 0 ? -height : height) / (decoder->is_in_icon ? 2 : 1);
  return width == request->width && rows == request->height && request->height > 0 && request->color == SHIM_RGB &&
         request->sample_bytes == 1 && request->eighths == 8 && (request->has_alpha || !decoder->is_in_icon) &&
         shim_has_region(request, request->width, request->height);
}

static shim_status read_header(shim_bmp_decoder *decoder) {
  uint8_t file[FILE_HEAD + LONGEST_HEADER] = {0};
  /* In an icon, zeros take the place of the file header. */
  const size_t missing = decoder->is_in_icon ? FILE_HEAD : 0;
  const int64_t first = decoder->head.input.range.begin;
  if (shim_input_read_at(&decoder->head.input, first, file + missing, sizeof file - missing) < 0) {
    return shim_unread(&decoder->head);
  }
  decoder->begin = first - (int64_t)missing;
  const uint32_t length = number(file + FILE_HEAD, 4);
  if (length < CORE_HEADER || length > LONGEST_HEADER) return SHIM_CHANGED;
  const int64_t height = set_fields(decoder, file, length);
  if (!is_as_planned(decoder, file, length, height)) return SHIM_CHANGED;
  if (!is_supported(decoder)) {
    return shim_failure(&decoder->head, SHIM_FAILED, "BMP of this compression and depth is not supported");
  }
  decoder->is_top_down = height < 0;
  set_masks(decoder, file, length);
  int64_t behind = decoder->begin + FILE_HEAD + (int64_t)length;
  if (length == 40 && decoder->compression == SHIM_BMP_MASKED) behind += 12;
  if (length == 40 && decoder->compression == SHIM_BMP_ALPHA_MASKED) behind += 16;
  const int64_t place = number(file + 10, 4);
  if (decoder->bits <= 8) {
    const int entry = length == CORE_HEADER ? 3 : 4;
    const uint32_t most = 1u << decoder->bits, used = length >= 40 ? number(file + FILE_HEAD + 32, 4) : 0;
    const int count = (int)(used > 0 && used < most ? used : most);
    shim_status status = read_palette(decoder, behind, count, entry);
    if (status != SHIM_OK) return status;
    behind += count * entry;
  }
  decoder->data = place > FILE_HEAD + (int64_t)length ? decoder->begin + place : behind;
  return SHIM_OK;
}

static shim_status start(shim_decoder *head, shim_decode_layout *layout) {
  shim_bmp_decoder *decoder = (shim_bmp_decoder *)head;
  const shim_decode_request *request = &head->request;
  decoder->row = request->y;
  shim_status status = read_header(decoder);
  if (status != SHIM_OK) return status;
  const int has_runs = decoder->compression == SHIM_BMP_RLE8 || decoder->compression == SHIM_BMP_RLE4;
  decoder->stored_bytes = has_runs ? request->width : ((int64_t)request->width * decoder->bits + 7) / 8;
  decoder->stride = (decoder->stored_bytes + 3) / 4 * 4;
  decoder->stored = malloc((size_t)decoder->stored_bytes);
  decoder->samples = malloc((size_t)request->region_width * (size_t)shim_channels(request));
  if (!decoder->stored || !decoder->samples) return SHIM_NO_MEMORY;
  if (decoder->is_in_icon && decoder->bits < 32) {
    decoder->mask_bytes = ((int64_t)request->width + 7) / 8;
    decoder->mask_stride = (decoder->mask_bytes + 3) / 4 * 4;
    decoder->mask = malloc((size_t)decoder->mask_bytes);
    if (!decoder->mask) return SHIM_NO_MEMORY;
  }
  return has_runs ? shim_bmp_read_runs(decoder) : SHIM_OK;
}

/* Reads bytes of a row; bytes after the file's end are 0. */
static shim_status read_bytes(shim_bmp_decoder *decoder, int64_t place, uint8_t *into, int64_t bytes) {
  ssize_t count = shim_input_read_at(&decoder->head.input, place, into, (size_t)bytes);
  if (count < 0) return shim_unread(&decoder->head);
  if (count == bytes) return SHIM_OK;
  memset(into + count, 0, (size_t)(bytes - count));
  return decoder->is_broken ? SHIM_OK : shim_bmp_damaged(decoder, SHIM_BMP_END);
}

/* The offset of the mask. */
static int64_t mask_place(const shim_bmp_decoder *decoder) {
  return decoder->data + decoder->head.request.height * decoder->stride;
}

/* Reads row y as stored, and its mask. */
static shim_status read_stored(shim_bmp_decoder *decoder, int32_t y) {
  const int32_t row = decoder->is_top_down ? y : decoder->head.request.height - 1 - y;
  if (decoder->whole) {
    memcpy(decoder->stored, decoder->whole + (size_t)row * (size_t)decoder->stored_bytes, (size_t)decoder->stored_bytes);
    return SHIM_OK;
  }
  const int64_t place = decoder->data + row * decoder->stride;
  shim_status status = read_bytes(decoder, place, decoder->stored, decoder->stored_bytes);
  if (status != SHIM_OK || !decoder->mask) return status;
  return read_bytes(decoder, mask_place(decoder) + row * decoder->mask_stride, decoder->mask, decoder->mask_bytes);
}

/* The value of one channel, scaled to 8 bits and rounded to the nearest. */
static uint8_t sample(uint32_t pixel, const shim_bmp_channel *channel) {
  if (channel->most == 0) return 0;
  if (channel->most == 255) return (uint8_t)((pixel & channel->mask) >> channel->shift);
  const uint64_t value = (pixel & channel->mask) >> channel->shift;
  return (uint8_t)((value * 255 + channel->most / 2) / channel->most);
}

static void put_index_row(shim_bmp_decoder *decoder, int bits) {
  const shim_decode_request *request = &decoder->head.request;
  const size_t planes = (size_t)shim_channels(request);
  uint8_t *into = decoder->samples;
  for (int32_t x = request->x; x < request->x + request->region_width; x++, into += planes) {
    const size_t bit = (size_t)x * (size_t)bits;
    const int index = decoder->stored[bit / 8] >> (8 - bits - (int)(bit % 8)) & ((1 << bits) - 1);
    memcpy(into, decoder->palette[index], 3);
    if (planes == 4) into[3] = 255;
  }
}

static void put_color_row(shim_bmp_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  const int bytes = decoder->bits / 8;
  const size_t planes = (size_t)shim_channels(request);
  uint8_t *into = decoder->samples;
  for (int32_t x = request->x; x < request->x + request->region_width; x++, into += planes) {
    const uint32_t pixel = number(decoder->stored + (size_t)x * (size_t)bytes, bytes);
    for (size_t plane = 0; plane < planes; plane++) into[plane] = sample(pixel, &decoder->channels[plane]);
    if (planes == 4 && decoder->channels[3].most == 0) into[3] = 255;
  }
}

/* Sets the alpha of a row by its mask. */
static void put_mask(shim_bmp_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  uint8_t *alpha = decoder->samples + 3;
  for (int32_t x = request->x; x < request->x + request->region_width; x++, alpha += 4) {
    *alpha = decoder->mask[x / 8] >> (7 - x % 8) & 1 ? 0 : 255;
  }
}

static shim_status read_rows(shim_decoder *head, uint8_t *into, size_t row_bytes, size_t plane_bytes, int32_t rows) {
  shim_bmp_decoder *decoder = (shim_bmp_decoder *)head;
  for (int32_t row = 0; row < rows; row++, into += row_bytes) {
    if (shim_is_late(head)) return SHIM_TIMEOUT;
    shim_status status = read_stored(decoder, decoder->row++);
    if (status != SHIM_OK) return status;
    if (decoder->bits > 8) put_color_row(decoder);
    if (decoder->bits <= 8) put_index_row(decoder, decoder->whole ? 8 : decoder->bits);
    if (decoder->mask) put_mask(decoder);
    shim_put_columns(&head->request, decoder->samples, into, plane_bytes);
  }
  return SHIM_OK;
}

/* Checks that all rows exist, and all rows of the mask. */
static shim_status drain(shim_decoder *head, int64_t limit) {
  shim_bmp_decoder *decoder = (shim_bmp_decoder *)head;
  (void)limit;
  if (!decoder->samples || decoder->whole || decoder->is_broken) return SHIM_OK;
  const int64_t end = shim_input_end(&head->input);
  if (end < 0) return shim_unread(head);
  const int64_t rows = head->request.height - 1;
  const int64_t last = decoder->mask ? mask_place(decoder) + rows * decoder->mask_stride + decoder->mask_bytes
                                     : decoder->data + rows * decoder->stride + decoder->stored_bytes;
  return last <= end ? SHIM_OK : shim_bmp_damaged(decoder, SHIM_BMP_END);
}

const shim_decoding shim_bmp = {create, start, read_rows, drain, NULL, destroy, NULL, damages, 1};
const shim_decoding shim_icon = {create_in_icon, start, read_rows, drain, NULL, destroy, NULL, damages, 1};
