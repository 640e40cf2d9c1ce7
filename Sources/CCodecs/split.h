#ifndef SPLIT_H
#define SPLIT_H

#include <stddef.h>
#include <stdint.h>

/* Splits pixels of three bytes into three planes. The planes begin at `into`, plane_bytes apart. */
void shim_split(const uint8_t *pixels, int32_t count, uint8_t *into, size_t plane_bytes);

#endif
