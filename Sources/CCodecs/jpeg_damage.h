#ifndef JPEG_DAMAGE_H
#define JPEG_DAMAGE_H

#include "decoding.h"

/*
 * libjpeg's warnings in our own words: its texts may have parameters that were never set. Their names are libjpeg's
 * in lower case.
 */
extern const shim_damage shim_jpeg_damages[];

/* The index of a warning, JWRN_..., in the list. */
int shim_jpeg_damage(int code);

#endif
