#ifndef ENCODER_H
#define ENCODER_H

/* What to encode as. */
typedef enum { SHIM_JPEG, SHIM_PNG, SHIM_TIFF, SHIM_WEBP, SHIM_AVIF } shim_output_format;

/* How a TIFF's strips are compressed. */
typedef enum { SHIM_TIFF_NONE, SHIM_TIFF_LZW, SHIM_TIFF_DEFLATE } shim_tiff_compression;

enum { SHIM_MOST_COLORS = 256 };

/* What of a JPEG's coefficients becomes another JPEG, turned and cut without loss. */
typedef struct {
  /* What has read them, and must live as long as the encoder; NULL where planes are given. */
  shim_decoder *decoder;
  /* The box of the stored picture, in pixels: where its mirrored sides end, and others begin, whole MCUs do. */
  int32_t left, top, right, bottom;
  /* Whether columns and rows are mirrored, and whether then rows become columns. */
  int32_t mirrors_x, mirrors_y, transposes;
} shim_turn;

/* What to encode, and how; each format looks at what it has. */
typedef struct {
  int32_t width, height;
  /* CLOCK_MONOTONIC in nanoseconds, after which it ends with SHIM_TIMEOUT; libaom isn't interrupted. */
  int64_t deadline;
  /*
   * The planes that are given, and whether one of alpha follows them. JPEG: grey or YCbCr; PNG, TIFF and AVIF:
   * grey or RGB; WebP: RGB.
   */
  shim_color color;
  int32_t has_alpha;
  /* 1, or 2 for 16 bits in the machine's order. */
  int32_t sample_bytes;
  /* 1...100. */
  int32_t quality;
  /* Luma samples across and down for each chroma sample: 1 or 2. */
  int32_t chroma_horizontal, chroma_vertical;
  /* Whether the chroma planes of a JPEG have so few samples when they are given. */
  int32_t is_subsampled;
  int32_t progressive, optimize;
  /* Of Deflate, 0...9. */
  int32_t level;
  /* Of WebP: no loss, and how hard it tries, 0...6. */
  int32_t lossless, effort;
  /* The colours that the samples of one plane are places of: red, green, blue and alpha of each; none for 0. */
  int32_t colors;
  uint8_t palette[SHIM_MOST_COLORS][4];
  /* Of an AVIF: its bits a sample, 8, 10 or 12; how little it tries, 0...9; how it is to be turned, as EXIF has it. */
  int32_t bits, speed, orientation;
  /* Of a JPEG as JFIF has it, of a PNG as pHYs has it: unit and pixels across and down; none for 0 pixels. */
  struct {
    int32_t unit, x, y;
  } resolution;
  /* Of a TIFF. */
  shim_tiff_compression compression;
  /* Of a JPEG that is made of coefficients: size, progressive and optimize count beside it, and no rows follow. */
  shim_turn transform;
} shim_encode_request;

/* What metadata is. */
typedef enum {
  /* A marker segment of a JPEG: its second byte, then its payload of at most 65,533 bytes. */
  SHIM_SEGMENT,
  /* What other formats take whole: a TIFF structure, a packet, a profile, text in Latin-1. */
  SHIM_EXIF,
  SHIM_XMP,
  SHIM_ICC,
  SHIM_COMMENT,
  /* Of AVIF and PNG: primaries and transfer by number (ITU-T H.273), a byte each. */
  SHIM_CICP,
} shim_metadata;

typedef struct shim_encoder shim_encoder;

/* NULL when memory runs out. */
shim_encoder *shim_encoder_create(shim_output_format format);

/* Begins a file. */
shim_status shim_encoder_start(shim_encoder *encoder, const shim_encode_request *request);

/* Adds metadata; before the first row. */
shim_status shim_encoder_metadata(shim_encoder *encoder, shim_metadata kind, const uint8_t *bytes, size_t count);

/*
 * Encodes `rows` rows, given as one plane a channel with its row_bytes: a multiple of 16 but at the end. The chroma rows of
 * a subsampled picture are as many as they share. Behind the samples of each of its rows the last is repeated up to a
 * multiple of 8.
 */
shim_status shim_encoder_write(shim_encoder *encoder, const uint8_t *const *planes, const size_t *row_bytes,
                               int32_t rows);

/* Ends the file. */
shim_status shim_encoder_finish(shim_encoder *encoder);

/* The bytes made since the last call; they stay valid until the next step. */
const uint8_t *shim_encoder_take(shim_encoder *encoder, size_t *count);

/* The message of the failure: SHIM_MESSAGE_SIZE bytes at most. */
const char *shim_encoder_message(const shim_encoder *encoder);

void shim_encoder_destroy(shim_encoder *encoder);

#endif
