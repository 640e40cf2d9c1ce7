/*
 * Coarse steps over libjpeg-turbo.
 *
 * libjpeg leaves a failed call by longjmp. Each function here arms setjmp itself and returns a status, so that
 * no frame of another language ever stands between the two. All callbacks are C, but for a lender's, which has
 * returned before anything is left.
 *
 * An object is used by one thread, for one picture, and then destroyed.
 */
#ifndef CLIBJPEGSHIMS_H
#define CLIBJPEGSHIMS_H

#include <stddef.h>
#include <stdint.h>

/* What a step ended with. */
typedef enum {
  SHIM_OK = 0,
  /* libjpeg refused: the message says why. */
  SHIM_FAILED,
  /* The entropy-coded data is damaged: the message says how. */
  SHIM_CORRUPT,
  /* The file could not be read: read_errno says why. */
  SHIM_READ_ERROR,
  /* The deadline has passed. */
  SHIM_TIMEOUT,
  /* More scans than the limits allow. */
  SHIM_TOO_MANY_SCANS,
  /* An allocation failed. */
  SHIM_NO_MEMORY,
  /* The picture isn't the one that was planned. */
  SHIM_CHANGED,
} shim_status;

/* The colours of a picture's planes. */
typedef enum { SHIM_GREY = 1, SHIM_YCBCR = 2, SHIM_RGB = 3 } shim_color;

/* Which class of damage fails a decode, with those below it; what doesn't fail it is counted. */
typedef enum {
  /* Every warning of libjpeg's. */
  SHIM_FAIL_ON_WARNING = 1,
  /* Data that doesn't decode. */
  SHIM_FAIL_ON_ERROR,
  /* Data that ends early. */
  SHIM_FAIL_ON_TRUNCATED,
  SHIM_FAIL_ON_NOTHING,
} shim_on_corrupt;

/* Kinds of damage; they are numbered in the order of their names. */
enum { SHIM_DAMAGE_OTHER = 10, SHIM_DAMAGE_KINDS = 11 };

/* The stable name of a kind of damage, such as "jpeg_eof". */
const char *shim_damage_name(int kind);

/* The longest message, with its terminating 0. */
#define SHIM_MESSAGE_SIZE 200

/* Lends memory for as long as a decoder lives, aligned to 64 bytes; NULL when there is none. */
typedef struct {
  void *(*take)(void *owner, size_t bytes);
  void *owner;
} shim_lender;

typedef struct shim_decoder shim_decoder;

/* The bytes of a file from `begin` up to `end`, or up to the file's own end where that comes before. */
typedef struct {
  int64_t begin, end;
} shim_range;

/* What to decode. */
typedef struct {
  /* The picture's size in pixels as its header was read for the plan; another one is SHIM_CHANGED. */
  int32_t width, height;
  shim_color color;
  /* The scale in eighths: 1...8. */
  int32_t eighths;
  /* The region in decoded samples, inside the decoded picture. */
  int32_t x, y, region_width, region_height;
  /* CLOCK_MONOTONIC in nanoseconds. */
  int64_t deadline;
  shim_on_corrupt on_corrupt;
} shim_decode_request;

/* What rows will look like. */
typedef struct {
  /* The decoded column that a row begins with; at most the region's first one. */
  int32_t first_column;
  /* Samples in a row of each plane. */
  int32_t row_width;
} shim_decode_layout;

/*
 * A decoder of the JPEG that `range` of the file open at fd holds; nothing else is read, and the descriptor's own offset
 * isn't moved. digest is a struct sha256_ctx that every byte read passes through, or NULL. Coefficients lie in the
 * lender's memory. NULL when memory runs out.
 */
shim_decoder *shim_decoder_create(int fd, shim_range range, void *digest, shim_lender lender);

/* Reads the header and goes to the region's first row. */
shim_status shim_decoder_start(shim_decoder *decoder, const shim_decode_request *request,
                               shim_decode_layout *layout);

/* Reads the next `rows` rows of each plane into `into`: rows row_bytes apart, planes plane_bytes apart. */
shim_status shim_decoder_read(shim_decoder *decoder, uint8_t *into, size_t row_bytes, size_t plane_bytes,
                              int32_t rows);

/*
 * Reads the rest of the range, through the digest, up to `limit` in the file. Data that ends before the picture does is
 * damage: rows that weren't decoded must be there all the same.
 */
shim_status shim_decoder_drain(shim_decoder *decoder, int64_t limit);

/* From now on measures the time of reading, the digest included. */
void shim_decoder_time_reads(shim_decoder *decoder);

/* That time in nanoseconds. */
int64_t shim_decoder_read_time(const shim_decoder *decoder);

/* How often damage of a kind was met. */
int32_t shim_decoder_damage(const shim_decoder *decoder, int kind);

/* errno of the read that failed. */
int shim_decoder_errno(const shim_decoder *decoder);

/* The message of the failure: SHIM_MESSAGE_SIZE bytes at most. */
const char *shim_decoder_message(const shim_decoder *decoder);

void shim_decoder_destroy(shim_decoder *decoder);

typedef struct shim_encoder shim_encoder;

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
shim_encoder *shim_encoder_create(void);

/* Begins a JFIF file. */
shim_status shim_encoder_start(shim_encoder *encoder, const shim_encode_request *request);

/* Writes a marker segment (0xE1 for APP1) of at most 65,533 bytes; before the first row. */
shim_status shim_encoder_marker(shim_encoder *encoder, int marker, const uint8_t *bytes, size_t count);

/* Encodes `rows` rows, given as one plane a component with its row_bytes. */
shim_status shim_encoder_write(shim_encoder *encoder, const uint8_t *const planes[3], const size_t row_bytes[3],
                               int32_t rows);

/* Ends the file. */
shim_status shim_encoder_finish(shim_encoder *encoder);

/* The bytes made since the last call; they stay valid until the next step. */
const uint8_t *shim_encoder_take(shim_encoder *encoder, size_t *count);

/* The message of the failure: SHIM_MESSAGE_SIZE bytes at most. */
const char *shim_encoder_message(const shim_encoder *encoder);

void shim_encoder_destroy(shim_encoder *encoder);

/* The version of libjpeg-turbo that this was compiled with, such as "2.1.5". */
const char *shim_libjpeg_version(void);

#endif
