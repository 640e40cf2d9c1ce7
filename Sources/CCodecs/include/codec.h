/*
 * Coarse steps over the C libraries of image formats.
 *
 * Some of these libraries leave a failed call by longjmp. Each function here arms setjmp itself and returns a
 * status, so longjmp never crosses a frame of another language. All callbacks are C, except a lender's. A
 * lender returns before any longjmp.
 *
 * One thread uses an object for one picture, and then destroys it.
 */
#ifndef CODEC_H
#define CODEC_H

#include <stddef.h>
#include <stdint.h>

/* The result of a step. */
typedef enum {
  SHIM_OK = 0,
  /* The library refused: the message says why. */
  SHIM_FAILED,
  /* The picture's data is damaged: the message says how. */
  SHIM_CORRUPT,
  /* The file could not be read: errno says why. */
  SHIM_READ_ERROR,
  /* The deadline has passed. */
  SHIM_TIMEOUT,
  /* More scans than the limits allow. */
  SHIM_TOO_MANY_SCANS,
  /* An allocation failed. */
  SHIM_NO_MEMORY,
  /* The picture isn't the one that was planned. */
  SHIM_CHANGED,
  /* The library refuses this metadata; everything else continues. */
  SHIM_REFUSED,
} shim_status;

/* The colours of a picture's planes. L*a*b* is encoded as in ICC.1:2022, 6.3.4. */
typedef enum { SHIM_GREY = 1, SHIM_YCBCR = 2, SHIM_RGB = 3, SHIM_CMYK = 4, SHIM_LAB = 5 } shim_color;

/* The most planes of a picture: four colours and alpha. */
enum { SHIM_MOST_PLANES = 5 };

/* The longest message, with its terminating 0. */
#define SHIM_MESSAGE_SIZE 200

#include "color.h"
#include "decoder.h"
#include "reader.h"
#include "grey.h"
#include "resample.h"
#include "coded_picture.h"
#include "dav1d.h"
#include "de265.h"
#include "fonts.h"
#include "rsvg.h"
#include "encoder.h"

#endif
