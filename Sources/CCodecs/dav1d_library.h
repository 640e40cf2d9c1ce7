#ifndef DAV1D_LIBRARY_H
#define DAV1D_LIBRARY_H

#include <dav1d/dav1d.h>

/* The functions of dav1d in use, without the prefix of their names. */
#define SHIM_DAV1D(FUNCTION)                                                                        \
  FUNCTION(version) FUNCTION(default_settings) FUNCTION(open) FUNCTION(close) FUNCTION(data_create) \
  FUNCTION(data_unref) FUNCTION(send_data) FUNCTION(get_picture) FUNCTION(picture_unref)
#define SHIM_DAV1D_POINTER(name) __typeof__(dav1d_##name) *name;

typedef struct { SHIM_DAV1D(SHIM_DAV1D_POINTER) } shim_dav1d_functions;

/* NULL if dav1d isn't installed. */
const shim_dav1d_functions *shim_dav1d(void);

#endif
