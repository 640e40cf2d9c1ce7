#ifndef JPEG_INK_H
#define JPEG_INK_H

#include <stddef.h>
#include <stdint.h>

/* Makes cyan, magenta and yellow of Y, Cb and Cr: of one row of each plane, `step` bytes apart. */
void shim_ink_of_ycc(uint8_t *row, size_t step, size_t count);

/* 255 less each. */
void shim_invert(uint8_t *row, size_t count);

#endif
