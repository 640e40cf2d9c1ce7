#ifndef CANVAS_H
#define CANVAS_H

#include "decoding.h"

/* Bytes of a pixel of a canvas: red, green, blue and alpha, not premultiplied. */
enum { SHIM_PIXEL = 4 };

/* The pixels on which the frames of an animation are composed. */
typedef struct {
  uint8_t *pixels;
  int32_t width, height;
  /* The pixels before a frame whose disposal brings them back; NULL until there is such a frame. */
  uint8_t *saved;
  /* The region's columns of a row, and the next row to give. */
  uint8_t *line;
  int32_t row;
} shim_canvas;

/* A part of a canvas: from left and top to before right and bottom. */
typedef struct {
  int32_t left, top, right, bottom;
} shim_part;

/* Takes memory for the decoder's canvas, whose pixels are transparent. */
shim_status shim_canvas_create(shim_canvas *canvas, const shim_decoder *decoder);

/* Frees all but the pixels, which the decoder's lender owns. */
void shim_canvas_free(shim_canvas *canvas);

uint8_t *shim_canvas_pixel(const shim_canvas *canvas, int32_t x, int32_t y);

/* Fills a part with one colour. */
void shim_canvas_fill(const shim_canvas *canvas, shim_part part, const uint8_t color[SHIM_PIXEL]);

/* Saves a part; 0 when memory runs out. Brings the saved pixels of a part back. */
int shim_canvas_save(shim_canvas *canvas, shim_part part);
void shim_canvas_restore(const shim_canvas *canvas, shim_part part);

/* Lays a pixel over another one (RFC 9649, section 2.7.1.1; PNG, third edition, 13.16). */
void shim_canvas_blend(const uint8_t *over, uint8_t *into);

/* Puts the region's columns of the next row into planes. */
void shim_canvas_put(shim_canvas *canvas, const shim_decode_request *request, uint8_t *into, size_t plane_bytes);

#endif
