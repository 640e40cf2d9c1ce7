#include "png_decoding.h"

int shim_png_has_labels(const png_decoder *decoder) {
  const int type = png_get_color_type(decoder->png, decoder->info);
  const int is_deep = png_get_bit_depth(decoder->png, decoder->info) == 16;
  return (type == PNG_COLOR_TYPE_PALETTE || type == PNG_COLOR_TYPE_GRAY) &&
         decoder->head.request.sample_bytes == (is_deep ? 2 : 1);
}

int32_t shim_png_palette(shim_decoder *head, uint8_t colors[256][4]) {
  png_decoder *decoder = (png_decoder *)head;
  png_colorp known = NULL;
  png_bytep alphas = NULL;
  int count = 0, translucent = 0;
  if (setjmp(decoder->step)) return 0;
  if (png_get_color_type(decoder->png, decoder->info) != PNG_COLOR_TYPE_PALETTE) return 0;
  if (!png_get_PLTE(decoder->png, decoder->info, &known, &count) || count > 256) return 0;
  if (!png_get_tRNS(decoder->png, decoder->info, &alphas, &translucent, NULL)) translucent = 0;
  for (int i = 0; i < count; i++) {
    colors[i][0] = known[i].red;
    colors[i][1] = known[i].green;
    colors[i][2] = known[i].blue;
    colors[i][3] = i < translucent ? alphas[i] : 255;
  }
  return count;
}
