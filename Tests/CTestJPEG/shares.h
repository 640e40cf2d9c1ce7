#ifndef SHARES_H
#define SHARES_H

#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

/* Whether each sampling factor divides the largest. */
int shares_are_whole(const struct jpeg_compress_struct *info);

/* Writes `samples` (interleaved) as raw data: of each component the nearest samples above and to the left. */
void shares_write(struct jpeg_compress_struct *info, const uint8_t *samples);

#endif
