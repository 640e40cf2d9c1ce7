#ifndef ERRORS_H
#define ERRORS_H

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "codec_jpeg.h"

/* An error manager whose error_exit returns to the step that is under way. */
typedef struct {
  struct jpeg_error_mgr manager; /* first: libjpeg hands out its address */
  jmp_buf step;
  shim_status status;
  shim_on_corrupt on_corrupt;
  /* How often each kind of damage was met. */
  int32_t damage[SHIM_DAMAGE_KINDS];
  char message[SHIM_MESSAGE_SIZE];
} shim_errors;

/* Sets up the manager; nothing is ever printed. */
struct jpeg_error_mgr *shim_errors_init(shim_errors *errors);

/* Counts damage. False, with status and message, when it fails the decode. */
int shim_errors_tolerate(shim_errors *errors, int kind);

/* Leaves the step with a status of our own. */
void shim_errors_leave(j_common_ptr info, shim_status status, const char *message);

#endif
