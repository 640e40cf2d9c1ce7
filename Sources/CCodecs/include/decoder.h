#ifndef DECODER_H
#define DECODER_H

/* What decodes. */
typedef enum {
  SHIM_LIBJPEG,
  SHIM_LIBPNG,
  SHIM_LIBTIFF,
  SHIM_LIBWEBP,
  SHIM_GIFLIB,
  SHIM_BMP,
  SHIM_LIBAOM,
  SHIM_LIBDE265,
} shim_engine;

/* Which class of damage fails a decode, with those below it; what doesn't fail it is counted. */
typedef enum {
  /* All that a library warns of. */
  SHIM_FAIL_ON_WARNING = 1,
  /* Data that doesn't decode. */
  SHIM_FAIL_ON_ERROR,
  /* Data that ends early. */
  SHIM_FAIL_ON_TRUNCATED,
  SHIM_FAIL_ON_NOTHING,
} shim_on_corrupt;

/* Lends memory for as long as a decoder lives, aligned to 64 bytes; NULL when there is none. */
typedef struct {
  void *(*take)(void *owner, size_t bytes);
  void *owner;
} shim_lender;

/* The bytes of a file from `begin` up to `end`, or up to the file's own end where that comes before. */
typedef struct {
  int64_t begin, end;
} shim_range;

/* What to decode from: the open file's own offset isn't moved, and nothing beside the range is read. */
typedef struct {
  int fd;
  shim_range range;
  /* A struct sha256_ctx that every byte read passes through, or NULL. Engines that don't read a file in order leave it. */
  void *digest;
  /* Memory for what is held of a whole picture; asked once. */
  shim_lender lender;
} shim_decoder_source;

/* What to decode. */
typedef struct {
  /* The picture's size in pixels as its header was read for the plan; another one is SHIM_CHANGED. */
  int32_t width, height;
  /* Which of the file's pages, from 0 on. */
  int32_t page;
  /* Where the directory of a TIFF begins that is taken in the page's place, or 0. */
  int64_t directory;
  /* The planes that are wanted, and whether one of alpha, not premultiplied, follows them. */
  shim_color color;
  int32_t has_alpha;
  /* 1, or 2 for 16 bits in the machine's order; what the file has is brought to it, full range. */
  int32_t sample_bytes;
  /* Whether the ICC profile is looked for. */
  int32_t wants_profile;
  /* The scale in eighths: 1...8. */
  int32_t eighths;
  /* The region in decoded samples, inside the decoded picture; where there is a directory, at most one beyond. */
  int32_t x, y, region_width, region_height;
  /* Whether rows below the region are read too, for the damage in them. */
  int32_t wants_rest;
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

typedef struct shim_decoder shim_decoder;

/* NULL when memory runs out. */
shim_decoder *shim_decoder_create(shim_engine engine, const shim_decoder_source *source);

/* Reads the header and goes to the region's first row. */
shim_status shim_decoder_start(shim_decoder *decoder, const shim_decode_request *request, shim_decode_layout *layout);

/*
 * Reads the next `rows` rows of each plane into `into`: rows row_bytes apart, planes plane_bytes apart. Rows behind
 * damage that is tolerated hold what the library makes of them, or 0.
 */
shim_status shim_decoder_read(shim_decoder *decoder, uint8_t *into, size_t row_bytes, size_t plane_bytes, int32_t rows);

/*
 * Reads all coefficients of a JPEG in place of rows, for an encoder; of the request size, color, deadline and on_corrupt
 * count.
 */
shim_status shim_decoder_read_coefficients(shim_decoder *decoder, const shim_decode_request *request);

/*
 * Reads the rest of the range, through the digest, up to `limit` in the file. Data that ends before the picture does is
 * damage: rows that weren't decoded must be there all the same.
 */
shim_status shim_decoder_drain(shim_decoder *decoder, int64_t limit);

/* From now on measures the time of reading, the digest included. */
void shim_decoder_time_reads(shim_decoder *decoder);

/* That time in nanoseconds. */
int64_t shim_decoder_read_time(const shim_decoder *decoder);

/* The stable name of a kind of damage, such as "jpeg_eof", in the order of these names; NULL behind the last kind. */
const char *shim_decoder_damage_name(const shim_decoder *decoder, int kind);

/* How often damage of a kind was met. */
int32_t shim_decoder_damage_count(const shim_decoder *decoder, int kind);

/* errno of the read that failed. */
int shim_decoder_errno(const shim_decoder *decoder);

/* The message of the failure: SHIM_MESSAGE_SIZE bytes at most. */
const char *shim_decoder_message(const shim_decoder *decoder);

/*
 * The ICC profile, NULL where there is none or where a JPEG has it; valid until the decoder is destroyed. Behind
 * shim_decoder_start.
 */
const uint8_t *shim_decoder_profile(shim_decoder *decoder, size_t *size);

void shim_decoder_destroy(shim_decoder *decoder);

/* The version of an engine's library that this was compiled with, such as "2.1.5"; NULL for an engine of our own. */
const char *shim_engine_version(shim_engine engine);

/* Whether an engine reads a file here and there: it takes no digest, and draining it reads nothing more. */
int shim_engine_is_random(shim_engine engine);

/* Whether the TIFF library decodes a compression, a value of the tag Compression. */
int shim_tiff_decodes(uint16_t compression);

/* Of a TIFF with Deflate, the most decoded bytes of a strip that is decoded whole. */
enum { SHIM_TIFF_MOST_STRIP = 1 << 18 };

#endif
