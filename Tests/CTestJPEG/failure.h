#ifndef FAILURE_H
#define FAILURE_H

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

/* An error manager that only ever leaves. */
typedef struct {
  struct jpeg_error_mgr manager; /* first: libjpeg hands out its address */
  jmp_buf place;
} failure;

struct jpeg_error_mgr *failure_init(failure *failure);

#endif
