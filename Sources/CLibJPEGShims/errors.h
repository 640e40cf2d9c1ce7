#ifndef ERRORS_H
#define ERRORS_H

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CLibJPEGShims.h"

/* An error manager whose error_exit returns to the step that is under way. */
typedef struct {
  struct jpeg_error_mgr manager; /* first: libjpeg hands out its address */
  jmp_buf step;
  shim_status status;
  int32_t warnings;
  char message[SHIM_MESSAGE_SIZE];
} shim_errors;

/* Sets up the manager; nothing is ever printed. */
struct jpeg_error_mgr *shim_errors_init(shim_errors *errors);

/* Leaves the step with a status of our own. */
void shim_errors_leave(j_common_ptr info, shim_status status, const char *message);

#endif
