#ifndef DE265_LIBRARY_H
#define DE265_LIBRARY_H

#include <libde265/de265.h>

/* The functions of libde265 in use. */
typedef struct {
  __typeof__(de265_get_version) *get_version;
  __typeof__(de265_new_decoder) *new_decoder;
  __typeof__(de265_free_decoder) *free_decoder;
  __typeof__(de265_push_NAL) *push_NAL;
  __typeof__(de265_flush_data) *flush_data;
  __typeof__(de265_decode) *decode;
  __typeof__(de265_get_next_picture) *get_next_picture;
  __typeof__(de265_get_warning) *get_warning;
  __typeof__(de265_isOK) *isOK;
  __typeof__(de265_get_image_width) *get_image_width;
  __typeof__(de265_get_image_height) *get_image_height;
  __typeof__(de265_get_chroma_format) *get_chroma_format;
  __typeof__(de265_get_bits_per_pixel) *get_bits_per_pixel;
  __typeof__(de265_get_image_plane) *get_image_plane;
  __typeof__(de265_get_image_full_range_flag) *get_image_full_range_flag;
  __typeof__(de265_get_image_matrix_coefficients) *get_image_matrix_coefficients;
} shim_de265_functions;

/* NULL if libde265 isn't installed. */
const shim_de265_functions *shim_de265(void);

#endif
