#ifndef JPEG_DAMAGE_H
#define JPEG_DAMAGE_H

#include "decoding.h"

/*
 * libjpeg's warnings, in words of our own: its texts may hold parameters that nothing was written to. They are called as
 * libjpeg's names are, in lower case.
 */
extern const shim_damage shim_jpeg_damages[];

/* The place of a warning, JWRN_..., among them. */
int shim_jpeg_damage(int code);

#endif
