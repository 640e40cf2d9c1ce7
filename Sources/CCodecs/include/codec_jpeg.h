/* JPEG by libjpeg-turbo. */
#ifndef CODEC_JPEG_H
#define CODEC_JPEG_H

#include "codec.h"

/* Kinds of damage; they are numbered in the order of their names. */
enum { SHIM_DAMAGE_OTHER = 10, SHIM_DAMAGE_KINDS = 11 };

/* The stable name of a kind of damage, such as "jpeg_eof". */
const char *shim_damage_name(int kind);

typedef struct shim_jpeg_decoder shim_jpeg_decoder;

/*
 * A decoder of the JPEG that `range` of the file open at fd holds; nothing else is read, and the descriptor's own offset
 * isn't moved. digest is a struct sha256_ctx that every byte read passes through, or NULL. Coefficients lie in the
 * lender's memory. NULL when memory runs out.
 */
shim_jpeg_decoder *shim_jpeg_decoder_create(int fd, shim_range range, void *digest, shim_lender lender);

/* Reads the header and goes to the region's first row. */
shim_status shim_jpeg_decoder_start(shim_jpeg_decoder *decoder, const shim_decode_request *request,
                               shim_decode_layout *layout);

/* Reads the next `rows` rows of each plane into `into`: rows row_bytes apart, planes plane_bytes apart. */
shim_status shim_jpeg_decoder_read(shim_jpeg_decoder *decoder, uint8_t *into, size_t row_bytes, size_t plane_bytes,
                              int32_t rows);

/*
 * Reads the rest of the range, through the digest, up to `limit` in the file. Data that ends before the picture does is
 * damage: rows that weren't decoded must be there all the same.
 */
shim_status shim_jpeg_decoder_drain(shim_jpeg_decoder *decoder, int64_t limit);

/* From now on measures the time of reading, the digest included. */
void shim_jpeg_decoder_time_reads(shim_jpeg_decoder *decoder);

/* That time in nanoseconds. */
int64_t shim_jpeg_decoder_read_time(const shim_jpeg_decoder *decoder);

/* How often damage of a kind was met. */
int32_t shim_jpeg_decoder_damage(const shim_jpeg_decoder *decoder, int kind);

/* errno of the read that failed. */
int shim_jpeg_decoder_errno(const shim_jpeg_decoder *decoder);

/* The message of the failure: SHIM_MESSAGE_SIZE bytes at most. */
const char *shim_jpeg_decoder_message(const shim_jpeg_decoder *decoder);

void shim_jpeg_decoder_destroy(shim_jpeg_decoder *decoder);

typedef struct shim_jpeg_encoder shim_jpeg_encoder;

/* What to encode. */
typedef struct {
  int32_t width, height;
  /* 1 (grey) or 3 (YCbCr). */
  int32_t components;
  /* 1...100. */
  int32_t quality;
  /* Luma samples across and down for each chroma sample: 1 or 2. */
  int32_t chroma_horizontal, chroma_vertical;
  int32_t progressive, optimize;
} shim_encode_request;

/* NULL when memory runs out. */
shim_jpeg_encoder *shim_jpeg_encoder_create(void);

/* Begins a JFIF file. */
shim_status shim_jpeg_encoder_start(shim_jpeg_encoder *encoder, const shim_encode_request *request);

/* Writes a marker segment (0xE1 for APP1) of at most 65,533 bytes; before the first row. */
shim_status shim_jpeg_encoder_marker(shim_jpeg_encoder *encoder, int marker, const uint8_t *bytes, size_t count);

/* Encodes `rows` rows, given as one plane a component with its row_bytes. */
shim_status shim_jpeg_encoder_write(shim_jpeg_encoder *encoder, const uint8_t *const planes[3], const size_t row_bytes[3],
                               int32_t rows);

/* Ends the file. */
shim_status shim_jpeg_encoder_finish(shim_jpeg_encoder *encoder);

/* The bytes made since the last call; they stay valid until the next step. */
const uint8_t *shim_jpeg_encoder_take(shim_jpeg_encoder *encoder, size_t *count);

/* The message of the failure: SHIM_MESSAGE_SIZE bytes at most. */
const char *shim_jpeg_encoder_message(const shim_jpeg_encoder *encoder);

void shim_jpeg_encoder_destroy(shim_jpeg_encoder *encoder);

/* The version of libjpeg-turbo that this was compiled with, such as "2.1.5". */
const char *shim_libjpeg_version(void);

#endif
