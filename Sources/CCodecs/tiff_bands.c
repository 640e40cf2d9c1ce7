#include <stdlib.h>
#include <string.h>

#include "png_filter.h"
#include "tiff_lines.h"

/* The most bytes of a band. */
static const int64_t MOST_BAND = (int64_t)1 << 30;

static int32_t rows_of_strip(const shim_tiff_decoder *decoder) {
  uint32_t rows = 0;
  int32_t height = decoder->head.request.height;
  TIFFGetFieldDefaulted(decoder->tiff, TIFFTAG_ROWSPERSTRIP, &rows);
  return rows == 0 || rows > (uint32_t)height ? height : (int32_t)rows;
}

static shim_tiff_kind kind_of(const shim_tiff_decoder *decoder) {
  int is_jpeg = decoder->compression == COMPRESSION_JPEG && !decoder->is_separate;
  if (decoder->photometric == PHOTOMETRIC_YCBCR && !is_jpeg) return SHIM_TIFF_RGBA;
  if (TIFFIsTiled(decoder->tiff)) return SHIM_TIFF_TILES;
  if (decoder->compression == COMPRESSION_NONE) return SHIM_TIFF_PLAIN;
  /* JBIG has no rows. Deflate is twice as fast if a strip is decoded whole. */
  int is_deflate = decoder->compression == COMPRESSION_ADOBE_DEFLATE || decoder->compression == COMPRESSION_DEFLATE;
  int is_short = is_deflate && TIFFStripSize(decoder->tiff) <= SHIM_TIFF_MOST_STRIP;
  int is_whole = decoder->is_separate || decoder->compression == COMPRESSION_JBIG || is_short;
  return is_whole ? SHIM_TIFF_STRIPS : SHIM_TIFF_LINES;
}

/* The size of a block; 0 if the file doesn't say. */
static void find_block(const shim_tiff_decoder *decoder, shim_tiff_band *band) {
  uint32_t width = 0, rows = 0;
  band->width = decoder->head.request.width;
  band->rows = band->kind == SHIM_TIFF_PLAIN || band->kind == SHIM_TIFF_LINES ? 1 : rows_of_strip(decoder);
  if (TIFFIsTiled(decoder->tiff)) {
    TIFFGetField(decoder->tiff, TIFFTAG_TILEWIDTH, &width);
    TIFFGetField(decoder->tiff, TIFFTAG_TILELENGTH, &rows);
    band->rows = rows > INT32_MAX ? 0 : (int32_t)rows;
    if (band->kind == SHIM_TIFF_TILES) band->width = width > INT32_MAX ? 0 : (int32_t)width;
  }
}

static int64_t row_bytes(const shim_tiff_decoder *decoder) {
  switch (decoder->band.kind) {
  case SHIM_TIFF_TILES: return TIFFTileRowSize(decoder->tiff);
  case SHIM_TIFF_RGBA: return (int64_t)decoder->band.width * 4;
  default: return TIFFScanlineSize(decoder->tiff);
  }
}

shim_status shim_tiff_plan_band(shim_tiff_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  shim_tiff_band *band = &decoder->band;
  band->kind = kind_of(decoder);
  find_block(decoder, band);
  int64_t row = row_bytes(decoder), block, all;
  if (band->width <= 0 || band->rows <= 0 || row <= 0) return SHIM_CHANGED;
  band->first_column = request->x / band->width;
  band->columns = (request->x + request->region_width - 1) / band->width - band->first_column + 1;
  band->planes = decoder->is_separate && band->kind != SHIM_TIFF_RGBA ? decoder->samples : 1;
  if (__builtin_mul_overflow(row, band->rows, &block) ||
      __builtin_mul_overflow(block, (int64_t)band->columns * band->planes, &all) || all > MOST_BAND) {
    return shim_failure(&decoder->head, SHIM_FAILED, "its strips or tiles are too large");
  }
  band->row_bytes = (size_t)row;
  band->block_bytes = (size_t)block;
  band->bytes = decoder->head.lender.take(decoder->head.lender.owner, (size_t)all + SHIM_FILTER_SLACK);
  band->first_row = -1;
  if (!band->bytes) return SHIM_NO_MEMORY;
  if (decoder->by_library || !shim_tiff_has_lines(decoder)) return SHIM_OK;
  decoder->lines = shim_tiff_lines_create(decoder);
  return decoder->lines ? SHIM_OK : SHIM_NO_MEMORY;
}

/* False for a plane of unused samples. */
static int is_wanted(const shim_tiff_decoder *decoder, int plane) {
  return plane < decoder->colors || plane == decoder->alpha;
}

void shim_tiff_swap(const shim_tiff_decoder *decoder, uint8_t *bytes, size_t count) {
  if (decoder->bits == 32) {
    TIFFSwabArrayOfLong((uint32_t *)(void *)bytes, (tmsize_t)(count / 4));
  } else {
    TIFFSwabArrayOfShort((uint16_t *)(void *)bytes, (tmsize_t)(count / 2));
  }
}

/* Reads an uncompressed row of each plane. */
static shim_status load_plain(shim_tiff_decoder *decoder, int32_t row, int *is_lost) {
  shim_tiff_band *band = &decoder->band;
  shim_input *input = &decoder->head.input;
  for (int plane = 0; plane < band->planes; plane++) {
    if (!is_wanted(decoder, plane)) continue;
    uint8_t *into = band->bytes + (size_t)plane * band->block_bytes;
    uint32_t strip = TIFFComputeStrip(decoder->tiff, (uint32_t)row, (uint16_t)plane);
    uint64_t offset = TIFFGetStrileOffset(decoder->tiff, strip);
    offset += (uint64_t)(row % rows_of_strip(decoder)) * band->row_bytes;
    int is_inside = TIFFGetStrileByteCount(decoder->tiff, strip) > 0 && offset <= (uint64_t)decoder->size && band->row_bytes <= (uint64_t)decoder->size - offset;
    ssize_t count = is_inside ? shim_input_read_at(input, input->range.begin + (int64_t)offset, into, band->row_bytes) : 0;
    if (count < 0) return shim_tiff_settle(decoder, 1);
    if ((size_t)count < band->row_bytes) {
      *is_lost = 1;
      return shim_tiff_end(decoder);
    }
    if (decoder->has_reversed_bits) TIFFReverseBits(into, count);
    if (decoder->bits >= 16 && TIFFIsByteSwapped(decoder->tiff)) shim_tiff_swap(decoder, into, (size_t)count);
  }
  return SHIM_OK;
}

static void leave_to_libtiff(shim_tiff_decoder *decoder) {
  shim_tiff_lines_destroy(decoder->lines);
  decoder->lines = NULL;
}

/* Checks a strip before its first row is read. */
static shim_status begin_strip(shim_tiff_decoder *decoder, int32_t strip) {
  int is_broken;
  shim_status status = shim_tiff_check_order(decoder, (uint32_t)strip, &is_broken);
  if (is_broken) decoder->broken_strip = strip;
  int32_t strip_rows = rows_of_strip(decoder), left = decoder->head.request.height - strip * strip_rows;
  int32_t rows = left < strip_rows ? left : strip_rows;
  if (decoder->lines && !shim_tiff_lines_begin(decoder->lines, (uint32_t)strip, rows)) leave_to_libtiff(decoder);
  return status;
}

/* Decodes a strip's rows up to this one; nothing more after damage. libtiff reads an odd strip from its first row. */
static shim_status load_line(shim_tiff_decoder *decoder, int32_t row, int *is_lost) {
  shim_tiff_band *band = &decoder->band;
  int32_t strip_rows = rows_of_strip(decoder), strip = row / strip_rows, first = strip * strip_rows;
  int32_t next = band->first_row >= first ? band->first_row + 1 : first;
  shim_status status = next == first ? begin_strip(decoder, strip) : SHIM_OK;
  for (; status == SHIM_OK && next <= row && decoder->broken_strip != strip; next++) {
    if (shim_is_late(&decoder->head)) return SHIM_TIMEOUT;
    if (decoder->lines) {
      if (shim_tiff_lines_next(decoder->lines, band->bytes)) continue;
      leave_to_libtiff(decoder);
      next = first;
    }
    int has_failed = TIFFReadScanline(decoder->tiff, band->bytes, (uint32_t)next, 0) < 0;
    if (has_failed) decoder->broken_strip = strip;
    status = shim_tiff_settle(decoder, has_failed);
  }
  *is_lost = decoder->broken_strip == strip;
  return status;
}

static shim_status load_block(shim_tiff_decoder *decoder, int32_t row, int plane, int32_t column) {
  shim_tiff_band *band = &decoder->band;
  size_t index = (size_t)plane * (size_t)band->columns + (size_t)column;
  uint8_t *into = band->bytes + index * band->block_bytes;
  memset(into, 0, band->block_bytes);
  if (shim_is_late(&decoder->head)) return SHIM_TIMEOUT;
  int is_tile = band->kind == SHIM_TIFF_TILES, is_broken;
  uint32_t x = (uint32_t)(band->first_column + column) * (uint32_t)band->width;
  uint32_t strile = is_tile ? TIFFComputeTile(decoder->tiff, x, (uint32_t)row, 0, (uint16_t)plane)
                            : TIFFComputeStrip(decoder->tiff, (uint32_t)row, (uint16_t)plane);
  shim_status status = shim_tiff_check_order(decoder, strile, &is_broken);
  if (status != SHIM_OK || is_broken) return status;
  tmsize_t size = (tmsize_t)band->block_bytes;
  tmsize_t count = is_tile ? TIFFReadEncodedTile(decoder->tiff, strile, into, size) : TIFFReadEncodedStrip(decoder->tiff, strile, into, size);
  return shim_tiff_settle(decoder, count < 0);
}

/* Checks all strips or tiles with this row. */
static shim_status check_orders(shim_tiff_decoder *decoder, int32_t row, int *is_broken) {
  uint32_t width = (uint32_t)decoder->band.width, tile = 0;
  int is_tiled = TIFFIsTiled(decoder->tiff);
  if (is_tiled) TIFFGetField(decoder->tiff, TIFFTAG_TILEWIDTH, &tile);
  uint32_t step = tile > 0 ? tile : width;
  shim_status status = SHIM_OK;
  *is_broken = 0;
  for (int plane = 0; plane < (decoder->is_separate ? decoder->samples : 1); plane++) {
    for (uint32_t x = 0; x < width && status == SHIM_OK && !*is_broken; x += step) {
      uint32_t strile = is_tiled ? TIFFComputeTile(decoder->tiff, x, (uint32_t)row, 0, (uint16_t)plane)
                                 : TIFFComputeStrip(decoder->tiff, (uint32_t)row, (uint16_t)plane);
      status = shim_tiff_check_order(decoder, strile, is_broken);
    }
  }
  return status;
}

static shim_status load_rgba(shim_tiff_decoder *decoder, int32_t row) {
  shim_tiff_band *band = &decoder->band;
  if (!decoder->has_rgba) {
    char reason[1024];
    if (!TIFFRGBAImageBegin(&decoder->rgba, decoder->tiff, 0, reason)) {
      return shim_failure(&decoder->head, SHIM_FAILED, reason);
    }
    decoder->has_rgba = 1;
    /* Rows in stored order. */
    decoder->rgba.orientation = decoder->rgba.req_orientation = ORIENTATION_TOPLEFT;
  }
  if (shim_is_late(&decoder->head)) return SHIM_TIMEOUT;
  memset(band->bytes, 0, band->block_bytes);
  int is_broken;
  shim_status status = check_orders(decoder, row, &is_broken);
  if (status != SHIM_OK || is_broken) return status;
  int32_t left = decoder->head.request.height - row, rows = left < band->rows ? left : band->rows;
  decoder->rgba.row_offset = row;
  uint32_t *raster = (uint32_t *)(void *)band->bytes;
  return shim_tiff_settle(decoder, !TIFFRGBAImageGet(&decoder->rgba, raster, (uint32_t)band->width, (uint32_t)rows));
}

static shim_status load_blocks(shim_tiff_decoder *decoder, int32_t row) {
  const shim_tiff_band *band = &decoder->band;
  if (band->kind == SHIM_TIFF_RGBA) return load_rgba(decoder, row);
  for (int plane = 0; plane < band->planes; plane++) {
    if (!is_wanted(decoder, plane)) continue;
    for (int32_t column = 0; column < band->columns; column++) {
      shim_status status = load_block(decoder, row, plane, column);
      if (status != SHIM_OK) return status;
    }
  }
  return SHIM_OK;
}

shim_status shim_tiff_load(shim_tiff_decoder *decoder, int32_t row, int *is_lost) {
  shim_tiff_band *band = &decoder->band;
  *is_lost = 0;
  if (shim_is_late(&decoder->head)) return SHIM_TIMEOUT;
  shim_status status = SHIM_OK;
  int32_t first = row - row % band->rows;
  if (band->kind == SHIM_TIFF_PLAIN) {
    status = load_plain(decoder, row, is_lost);
  } else if (band->kind == SHIM_TIFF_LINES) {
    status = load_line(decoder, row, is_lost);
  } else if (first != band->first_row) {
    status = load_blocks(decoder, first);
  }
  band->first_row = first;
  return status;
}
