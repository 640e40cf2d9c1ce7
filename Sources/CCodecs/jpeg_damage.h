#ifndef DAMAGE_H
#define DAMAGE_H

#include "codec_jpeg.h"

/* A warning of libjpeg's, in words of our own: its texts may hold parameters that nothing was written to. */
typedef struct {
  /* JWRN_... */
  int code;
  /* The mildest policy that fails it. */
  shim_on_corrupt class;
  /* libjpeg's name in lower case. */
  const char *name;
  /* What is wrong with the file. */
  const char *words;
} shim_damage;

/* All kinds, sorted by name; SHIM_DAMAGE_KINDS of them. */
extern const shim_damage shim_damages[];

/* The place of a warning in shim_damages. */
int shim_damage_kind(int code);

#endif
