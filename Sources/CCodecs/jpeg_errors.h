#ifndef JPEG_ERRORS_H
#define JPEG_ERRORS_H

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "decoding.h"

/* An error manager whose error_exit returns to the current step. */
typedef struct {
  struct jpeg_error_mgr manager; /* first: libjpeg hands out its address */
  jmp_buf step;
  shim_status status;
  /* SHIM_MESSAGE_SIZE bytes. */
  char *message;
  /* The decoder that counts warnings as damage; NULL for an encoder. */
  shim_decoder *decoder;
} shim_jpeg_errors;

/* Sets up the manager; it never prints anything. */
struct jpeg_error_mgr *shim_jpeg_errors_init(shim_jpeg_errors *errors, char *message, shim_decoder *decoder);

/* Counts damage of a kind. False, with status and message, if it fails the decode. */
int shim_jpeg_tolerates(shim_jpeg_errors *errors, int kind);

/* Leaves the step with our own status. */
void shim_jpeg_leave(j_common_ptr info, shim_status status, const char *message);

#endif
