/* PNG by libpng. */
#ifndef CODEC_PNG_H
#define CODEC_PNG_H

#include "codec.h"

/* Kinds of damage, in the order of their names: data that doesn't decode, data that ends early, what libpng warns of. */
enum { SHIM_PNG_DATA, SHIM_PNG_END, SHIM_PNG_WARNING, SHIM_PNG_KINDS };

typedef struct shim_png_decoder shim_png_decoder;

/*
 * A decoder of the PNG file open at fd, whose own offset isn't moved. digest is a struct sha256_ctx that every byte read
 * passes through, or NULL. The lender's memory holds the picture where it is interlaced. NULL when memory runs out.
 */
shim_png_decoder *shim_png_decoder_create(int fd, void *digest, shim_lender lender);

/* Reads the header and goes to the region's first row; the scale is 8. */
shim_status shim_png_decoder_start(shim_png_decoder *decoder, const shim_decode_request *request,
                                   shim_decode_layout *layout);

/*
 * Reads the next `rows` rows of each plane into `into`: rows row_bytes apart, planes plane_bytes apart. 16 bits a sample
 * are rounded to 8. Rows behind damage that is tolerated are 0.
 */
shim_status shim_png_decoder_read(shim_png_decoder *decoder, uint8_t *into, size_t row_bytes, size_t plane_bytes,
                                  int32_t rows);

/* Reads the rest of the file, through the digest, up to `limit`. A file that ends before its last chunk is damaged. */
shim_status shim_png_decoder_drain(shim_png_decoder *decoder, int64_t limit);

/* From now on measures the time of reading, the digest included. */
void shim_png_decoder_time_reads(shim_png_decoder *decoder);

/* That time in nanoseconds. */
int64_t shim_png_decoder_read_time(const shim_png_decoder *decoder);

/* How often damage of a kind was met. */
int32_t shim_png_decoder_damage(const shim_png_decoder *decoder, int kind);

/* errno of the read that failed. */
int shim_png_decoder_errno(const shim_png_decoder *decoder);

/* The message of the failure: SHIM_MESSAGE_SIZE bytes at most. */
const char *shim_png_decoder_message(const shim_png_decoder *decoder);

/* The ICC profile, NULL where there is none; valid until the decoder is destroyed. Behind shim_png_decoder_start. */
const uint8_t *shim_png_decoder_profile(shim_png_decoder *decoder, size_t *size);

void shim_png_decoder_destroy(shim_png_decoder *decoder);

/* The version of libpng that this was compiled with, such as "1.6.39". */
const char *shim_libpng_version(void);

#endif
