#ifndef DEFLATE_H
#define DEFLATE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Makes a zlib stream (RFC 1950) by libdeflate, which compresses only whole buffers. Data is collected in segments. The
 * bytes of the stream depend only on the data and the level, and not on the calls that add the data.
 */
typedef struct shim_deflater shim_deflater;

/* Takes the next bytes of the stream. It may leave by longjmp if the deflater is only destroyed afterwards. */
typedef void (*shim_deflated)(void *owner, const uint8_t *bytes, size_t count);

enum { SHIM_DEFLATE_SEGMENT = 1 << 20 };

/* `level` is 0...9; `size` is the number of bytes that will be added. NULL when memory runs out. */
shim_deflater *shim_deflater_create(int level, uint64_t size, shim_deflated put, void *owner);

void shim_deflater_add(shim_deflater *deflater, const uint8_t *bytes, size_t count);

/* Ends the stream after all bytes were added. */
void shim_deflater_finish(shim_deflater *deflater);

void shim_deflater_destroy(shim_deflater *deflater);

#endif
