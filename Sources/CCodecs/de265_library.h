#ifndef DE265_LIBRARY_H
#define DE265_LIBRARY_H

#include <libde265/de265.h>

/* The functions of libde265 in use, without the prefix of their names. */
#define SHIM_DE265(FUNCTION)                                                                    \
  FUNCTION(get_version) FUNCTION(new_decoder) FUNCTION(free_decoder) FUNCTION(push_NAL)         \
  FUNCTION(flush_data) FUNCTION(decode) FUNCTION(get_next_picture) FUNCTION(get_warning)        \
  FUNCTION(isOK) FUNCTION(get_image_width) FUNCTION(get_image_height)                           \
  FUNCTION(get_chroma_format) FUNCTION(get_bits_per_pixel) FUNCTION(get_image_plane)            \
  FUNCTION(get_image_full_range_flag) FUNCTION(get_image_matrix_coefficients)
#define SHIM_DE265_POINTER(name) __typeof__(de265_##name) *name;

typedef struct { SHIM_DE265(SHIM_DE265_POINTER) } shim_de265_functions;

/* NULL if libde265 isn't installed. */
const shim_de265_functions *shim_de265(void);

#endif
