#include <stdlib.h>
#include <string.h>

#include "tiff_lines.h"

static const shim_damage damages[] = {
  [SHIM_TIFF_DATA] = {"tiff_data", SHIM_FAIL_ON_ERROR, NULL},
  [SHIM_TIFF_END] = {"tiff_end", SHIM_FAIL_ON_TRUNCATED, NULL},
  [SHIM_TIFF_WARNING] = {"tiff_warning", SHIM_FAIL_ON_WARNING, NULL},
  {0},
};

static void destroy(shim_decoder *head) {
  shim_tiff_decoder *decoder = (shim_tiff_decoder *)head;
  decoder->is_counting = 0;
  if (decoder->has_rgba) TIFFRGBAImageEnd(&decoder->rgba);
  if (decoder->tiff) TIFFClose(decoder->tiff);
  shim_tiff_lines_destroy(decoder->lines);
  free(decoder->line);
  free(decoder);
}

static shim_decoder *create(void) {
  shim_tiff_decoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->alpha = -1;
  decoder->broken_strip = -1;
  decoder->is_old_lzw = -1;
  return &decoder->head;
}

static shim_decoder *create_alone(void) {
  shim_decoder *head = create();
  if (head) ((shim_tiff_decoder *)head)->by_library = 1;
  return head;
}

/* The number of colour samples; 0 for unsupported colours. */
static int colors_of(uint16_t photometric) {
  switch (photometric) {
  case PHOTOMETRIC_MINISWHITE:
  case PHOTOMETRIC_MINISBLACK:
  case PHOTOMETRIC_MASK:
  case PHOTOMETRIC_PALETTE: return 1;
  case PHOTOMETRIC_RGB:
  case PHOTOMETRIC_YCBCR:
  case PHOTOMETRIC_CIELAB:
  case PHOTOMETRIC_ICCLAB: return 3;
  case PHOTOMETRIC_SEPARATED: return 4;
  default: return 0;
  }
}

int shim_tiff_is_lab(const shim_tiff_decoder *decoder) {
  return decoder->photometric == PHOTOMETRIC_CIELAB || decoder->photometric == PHOTOMETRIC_ICCLAB;
}

/* Finds the first alpha sample, or an unspecified fourth sample of RGB. */
static void find_alpha(shim_tiff_decoder *decoder) {
  uint16_t count = 0, *kinds = NULL;
  int first = decoder->colors, says_nothing = 1;
  TIFFGetFieldDefaulted(decoder->tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds);
  for (int place = 0; place < count && decoder->alpha < 0; place++) {
    if (kinds[place] != EXTRASAMPLE_UNSPECIFIED) says_nothing = 0;
    if (first + place >= decoder->samples) break;
    if (kinds[place] != EXTRASAMPLE_ASSOCALPHA && kinds[place] != EXTRASAMPLE_UNASSALPHA) continue;
    decoder->alpha = first + place;
    decoder->is_premultiplied = kinds[place] == EXTRASAMPLE_ASSOCALPHA && decoder->photometric != PHOTOMETRIC_PALETTE;
  }
  int is_fourth = decoder->photometric == PHOTOMETRIC_RGB && decoder->samples == 4;
  if (decoder->alpha < 0 && is_fourth && says_nothing) decoder->alpha = 3;
}

/* Scales the palette's colours from 16 to 8 bits, unless all are below 256. */
static int find_map(shim_tiff_decoder *decoder) {
  uint16_t **map = decoder->map;
  size_t count = (size_t)1 << decoder->bits;
  if (decoder->bits > 8 || !TIFFGetField(decoder->tiff, TIFFTAG_COLORMAP, &map[0], &map[1], &map[2])) return 0;
  int is_wide = 0;
  for (int color = 0; color < 3; color++) {
    for (size_t index = 0; index < count; index++) is_wide |= map[color][index] > 255;
  }
  for (int color = 0; is_wide && color < 3; color++) {
    for (size_t index = 0; index < count; index++) map[color][index] >>= 8;
  }
  return 1;
}

static int is_depth(uint16_t format, uint16_t bits) {
  if (format == SAMPLEFORMAT_INT) return bits == 16;
  if (format == SAMPLEFORMAT_IEEEFP) return bits == 32;
  if (format != SAMPLEFORMAT_UINT && format != SAMPLEFORMAT_VOID) return 0;
  return bits == 1 || bits == 2 || bits == 4 || bits == 8 || bits == 12 || bits == 16;
}

/* Reads the directory's fields; 0 if it isn't the planned picture. */
static int is_as_planned(shim_tiff_decoder *decoder) {
  const shim_decode_request *request = &decoder->head.request;
  TIFF *tiff = decoder->tiff;
  uint32_t width = 0, height = 0;
  uint16_t planar = PLANARCONFIG_CONTIG, order = FILLORDER_MSB2LSB;
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &decoder->bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &decoder->samples);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &decoder->format);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &planar);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &decoder->compression);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_FILLORDER, &order);
  if (!TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &decoder->photometric)) {
    decoder->photometric = decoder->samples < 3 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB;
  }
  decoder->colors = colors_of(decoder->photometric);
  decoder->is_separate = planar == PLANARCONFIG_SEPARATE && decoder->samples > 1;
  decoder->has_reversed_bits = order == FILLORDER_LSB2MSB;
  if (width != (uint32_t)request->width || height != (uint32_t)request->height) return 0;
  if (!shim_has_region(request, width, height) || !is_depth(decoder->format, decoder->bits)) return 0;
  decoder->depth = decoder->bits < 16 ? decoder->bits : 16;
  int is_palette = decoder->photometric == PHOTOMETRIC_PALETTE;
  if (decoder->colors == 0 || decoder->samples < decoder->colors || (is_palette && !find_map(decoder))) return 0;
  find_alpha(decoder);
  int colors = is_palette ? 3 : decoder->colors, wanted = shim_channels(request) - (request->has_alpha ? 1 : 0);
  if (shim_tiff_is_lab(decoder) != (request->color == SHIM_LAB)) return 0;
  return request->color != SHIM_YCBCR && (wanted == colors || (colors == 1 && wanted == 3));
}

/*
 * The region may reach one column and row beyond a smaller copy whose size was rounded down: these repeat the last
 * ones. False if it reaches further.
 */
static int take_repeats(shim_tiff_decoder *decoder) {
  shim_decode_request *request = &decoder->head.request;
  if (request->directory == 0) return 1;
  if (request->x >= request->width || request->y >= request->height) return 0;
  decoder->has_repeat = request->x + request->region_width == request->width + 1;
  if (decoder->has_repeat) request->region_width--;
  if (request->y + request->region_height == request->height + 1) request->region_height--;
  return 1;
}

static shim_status start(shim_decoder *head, shim_decode_layout *layout) {
  shim_tiff_decoder *decoder = (shim_tiff_decoder *)head;
  const shim_decode_request *request = &head->request;
  if (!take_repeats(decoder)) return SHIM_CHANGED;
  shim_status status = shim_tiff_open(decoder);
  if (status != SHIM_OK) return status;
  if (!is_as_planned(decoder)) return SHIM_CHANGED;
  if (decoder->compression == COMPRESSION_JPEG && decoder->photometric == PHOTOMETRIC_YCBCR) {
    TIFFSetField(decoder->tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  }
  status = shim_tiff_plan_band(decoder);
  if (status != SHIM_OK) return status;
  if (decoder->band.kind == SHIM_TIFF_RGBA) {
    decoder->bits = decoder->depth = 8;
    decoder->alpha = -1;
  }
  decoder->line = malloc((SHIM_MOST_PLANES + 1) * (size_t)request->region_width * sizeof *decoder->line);
  if (!decoder->line) return SHIM_NO_MEMORY;
  decoder->row = request->y;
  return SHIM_OK;
}

/* Repeats the last sample of a row of each plane. */
static void repeat_last(const shim_decode_request *request, uint8_t *into, size_t plane_bytes) {
  size_t sample = (size_t)request->sample_bytes, end = (size_t)request->region_width * sample;
  for (int plane = 0; plane < shim_channels(request); plane++, into += plane_bytes) memcpy(into + end, into + end - sample, sample);
}

static shim_status read_rows(shim_decoder *head, uint8_t *into, size_t row_bytes, size_t plane_bytes, int32_t rows) {
  shim_tiff_decoder *decoder = (shim_tiff_decoder *)head;
  const shim_decode_request *request = &head->request;
  size_t bytes = (size_t)(request->region_width + decoder->has_repeat) * (size_t)request->sample_bytes;
  for (int32_t done = 0; done < rows; done++, decoder->row++, into += row_bytes) {
    int is_lost = 0;
    int32_t row = decoder->row < request->height ? decoder->row : request->height - 1;
    shim_status status = shim_tiff_load(decoder, row, &is_lost);
    if (status != SHIM_OK) return status;
    if (!is_lost) {
      shim_tiff_put_row(decoder, row, into, plane_bytes);
      if (decoder->has_repeat) repeat_last(request, into, plane_bytes);
      continue;
    }
    for (int plane = 0; plane < shim_channels(request); plane++) memset(into + (size_t)plane * plane_bytes, 0, bytes);
  }
  return SHIM_OK;
}

/* The bytes of a strip or tile. An uncompressed one counts at most the bytes it needs, whatever the file says. */
static uint64_t length_of(const shim_tiff_decoder *decoder, uint32_t strile) {
  uint64_t count = TIFFGetStrileByteCount(decoder->tiff, strile);
  if (decoder->band.kind != SHIM_TIFF_PLAIN) return count;
  uint32_t rows = (uint32_t)decoder->head.request.height;
  TIFFGetFieldDefaulted(decoder->tiff, TIFFTAG_ROWSPERSTRIP, &rows);
  uint32_t strips = TIFFNumberOfStrips(decoder->tiff) / (uint32_t)decoder->band.planes;
  uint32_t first = strips > 0 ? strile % strips * rows : 0, height = (uint32_t)decoder->head.request.height;
  if (first >= height) return 0;
  uint64_t needed = (uint64_t)(rows < height - first ? rows : height - first) * decoder->band.row_bytes;
  return count < needed ? count : needed;
}

/* Checks that the file has all strips or tiles; decoded ones may have been counted already. */
static shim_status drain(shim_decoder *head, int64_t limit) {
  (void)limit;
  shim_tiff_decoder *decoder = (shim_tiff_decoder *)head;
  if (!decoder->line || head->damage[SHIM_TIFF_END] > 0) return SHIM_OK;
  int is_tiled = TIFFIsTiled(decoder->tiff);
  uint32_t count = is_tiled ? TIFFNumberOfTiles(decoder->tiff) : TIFFNumberOfStrips(decoder->tiff);
  for (uint32_t strile = 0; strile < count; strile++) {
    uint64_t offset = TIFFGetStrileOffset(decoder->tiff, strile), length = length_of(decoder, strile);
    if (length <= (uint64_t)decoder->size && offset <= (uint64_t)decoder->size - length) continue;
    return shim_tiff_end(decoder);
  }
  return shim_tiff_settle(decoder, 0);
}

static const char *version(void) {
  return SHIM_TEXT(TIFFLIB_MAJOR_VERSION) "." SHIM_TEXT(TIFFLIB_MINOR_VERSION) "." SHIM_TEXT(TIFFLIB_MICRO_VERSION);
}

int shim_tiff_decodes(uint16_t compression) { return TIFFIsCODECConfigured(compression); }

const shim_decoding shim_libtiff = {create, start, read_rows, drain, NULL, destroy, version, damages, 1};
const shim_decoding shim_libtiff_alone = {create_alone, start, read_rows, drain, NULL, destroy, version, damages, 1};
