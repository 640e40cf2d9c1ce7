#ifndef JPEG_INK_H
#define JPEG_INK_H

#include <stddef.h>
#include <stdint.h>

/* Converts Y, Cb and Cr to cyan, magenta and yellow, in one row of each plane, `step` bytes apart. */
void shim_ink_of_ycc(uint8_t *row, size_t step, size_t count);

/* Replaces each byte by 255 minus it. */
void shim_invert(uint8_t *row, size_t count);

#endif
