#include <stdlib.h>
#include <string.h>

#include "bmp_decoding.h"

enum { RUN_BUFFER = 1 << 16 };

/* The next byte of runs; -1 at the file's end, -2 on a read error. */
static int next_byte(shim_bmp_decoder *decoder) {
  if (decoder->at == decoder->filled) {
    ssize_t count = shim_input_read_at(&decoder->head.input, decoder->next, decoder->runs, RUN_BUFFER);
    if (count <= 0) return count < 0 ? -2 : -1;
    decoder->next += count;
    decoder->at = 0;
    decoder->filled = (size_t)count;
  }
  return decoder->runs[decoder->at++];
}

/* The place at which runs continue. */
typedef struct {
  int64_t x, y;
  int is_beyond;
} pen;

static void put_index(shim_bmp_decoder *decoder, pen *pen, int index) {
  const shim_decode_request *request = &decoder->head.request;
  if (pen->x < request->width && pen->y < request->height) {
    decoder->whole[(size_t)pen->y * (size_t)request->width + (size_t)pen->x] = (uint8_t)index;
  } else {
    pen->is_beyond = 1;
  }
  pen->x++;
}

/* Puts `count` pixels of one byte, or of its two halves in turn. */
static void put_run(shim_bmp_decoder *decoder, pen *pen, int count, int value) {
  const int is_half = decoder->compression == SHIM_BMP_RLE4;
  for (int done = 0; done < count; done++) {
    put_index(decoder, pen, !is_half ? value : done % 2 == 0 ? value >> 4 : value & 15);
  }
}

/* Copies `count` literal pixels, padded to a whole word; negative if the file ends first. */
static int put_literal(shim_bmp_decoder *decoder, pen *pen, int count) {
  const int pixels = decoder->compression == SHIM_BMP_RLE4 ? 2 : 1;
  const int bytes = (count + pixels - 1) / pixels;
  for (int done = 0; done < bytes; done++) {
    const int value = next_byte(decoder);
    if (value < 0) return value;
    const int left = count - done * pixels;
    put_run(decoder, pen, left < pixels ? left : pixels, value);
  }
  return bytes % 2 ? next_byte(decoder) : 0;
}

/* Decodes one code of runs: GOES_ON, HAS_ENDED after the last code, or negative if the file ends first. */
enum { GOES_ON, HAS_ENDED };

static int next_code(shim_bmp_decoder *decoder, pen *pen) {
  enum { LINE, PICTURE, MOVE };
  const int count = next_byte(decoder);
  const int value = count < 0 ? count : next_byte(decoder);
  if (value < 0) return value;
  if (count > 0) put_run(decoder, pen, count, value);
  if (count > 0) return GOES_ON;
  if (value == PICTURE) return HAS_ENDED;
  if (value == LINE) {
    pen->x = 0;
    pen->y++;
  } else if (value == MOVE) {
    const int across = next_byte(decoder), down = across < 0 ? across : next_byte(decoder);
    if (down < 0) return down;
    if (pen->y + down >= decoder->head.request.height) {
      pen->is_beyond = 1;
      return HAS_ENDED;
    }
    pen->x += across;
    pen->y += down;
  } else {
    const int last = put_literal(decoder, pen, value);
    return last < 0 ? last : GOES_ON;
  }
  return GOES_ON;
}

shim_status shim_bmp_read_runs(shim_bmp_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  const size_t size = (size_t)request->width * (size_t)request->height;
  decoder->whole = decoder->head.lender.take(decoder->head.lender.owner, size);
  decoder->runs = malloc(RUN_BUFFER);
  if (!decoder->whole || !decoder->runs) return SHIM_NO_MEMORY;
  memset(decoder->whole, 0, size);
  decoder->next = decoder->data;
  pen pen = {0};
  int code = GOES_ON;
  while (code == GOES_ON && pen.y < request->height) {
    if (decoder->at == decoder->filled && shim_is_late(&decoder->head)) return SHIM_TIMEOUT;
    code = next_code(decoder, &pen);
  }
  if (code == -2) return shim_unread(&decoder->head);
  /* If the runs' own end code comes early, the rest stays empty without damage, unless pixels went beyond a
     row's end. */
  const int is_whole = pen.y >= request->height || (pen.y == request->height - 1 && pen.x >= request->width);
  const int lacks_rows = !is_whole && (code < 0 || pen.is_beyond);
  shim_status status = pen.is_beyond ? shim_bmp_damaged(decoder, SHIM_BMP_RUN) : SHIM_OK;
  return status == SHIM_OK && lacks_rows ? shim_bmp_damaged(decoder, SHIM_BMP_END) : status;
}
