#include <stdio.h>

#include "tiff_decoding.h"

/* True if codes begin with their low bits, as early versions of libtiff wrote them. The first code of a strip or
   tile tells. */
static shim_status find_order(shim_tiff_decoder *decoder, uint32_t strile, int *is_old) {
  shim_input *input = &decoder->head.input;
  uint8_t bytes[2];
  uint64_t offset = TIFFGetStrileOffset(decoder->tiff, strile), size = (uint64_t)decoder->size;
  *is_old = 0;
  if (TIFFGetStrileByteCount(decoder->tiff, strile) < sizeof bytes || size < sizeof bytes || offset > size - sizeof bytes) return SHIM_OK;
  ssize_t count = shim_input_read_at(input, input->range.begin + (int64_t)offset, bytes, sizeof bytes);
  if (count < 0) return shim_tiff_settle(decoder, 1);
  if (count < (ssize_t)sizeof bytes) return SHIM_OK;
  if (decoder->has_reversed_bits) TIFFReverseBits(bytes, sizeof bytes);
  *is_old = bytes[0] == 0 && (bytes[1] & 1);
  return SHIM_OK;
}

shim_status shim_tiff_check_order(shim_tiff_decoder *decoder, uint32_t strile, int *is_broken) {
  *is_broken = 0;
  if (decoder->compression != COMPRESSION_LZW) return SHIM_OK;
  int is_old;
  shim_status status = decoder->is_old_lzw < 0 ? find_order(decoder, 0, &decoder->is_old_lzw) : SHIM_OK;
  if (status == SHIM_OK) status = find_order(decoder, strile, &is_old);
  if (status != SHIM_OK || is_old == decoder->is_old_lzw) return status;
  *is_broken = 1;
  snprintf(decoder->said, sizeof decoder->said, "LZW codes of one order of bits among codes of the other");
  return shim_tiff_settle(decoder, 1);
}
