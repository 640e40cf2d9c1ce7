#ifndef ENCODER_H
#define ENCODER_H

/* The compression of a TIFF's strips. */
typedef enum { SHIM_TIFF_NONE, SHIM_TIFF_LZW, SHIM_TIFF_DEFLATE } shim_tiff_compression;

enum { SHIM_MOST_COLORS = 256 };

/* A lossless transform: the part of a JPEG's coefficients that becomes another JPEG, and its turn. */
typedef struct {
  /* The decoder that has read the coefficients; it must live as long as the encoder. NULL if planes are given. */
  shim_decoder *decoder;
  /* The box of the stored picture in pixels. It starts on an MCU boundary; on a mirrored axis its end does
     instead. */
  int32_t left, top, right, bottom;
  /* True if columns or rows are mirrored; true if rows become columns afterwards. */
  int32_t mirrors_x, mirrors_y, transposes;
} shim_turn;

/* The picture and options; each format uses the fields that it knows. */
typedef struct {
  int32_t width, height;
  /* CLOCK_MONOTONIC in nanoseconds; after it the encoder ends with SHIM_TIMEOUT. libaom isn't interrupted. */
  int64_t deadline;
  /*
   * The planes given. If has_alpha, a plane of alpha follows. JPEG: grey or YCbCr; PNG, TIFF and AVIF: grey or RGB;
   * WebP and GIF: RGB.
   */
  shim_color color;
  int32_t has_alpha;
  /* 1, or 2 for 16 bits in the machine's byte order. */
  int32_t sample_bytes;
  /* 1...100. */
  int32_t quality;
  /* Luma samples across and down for each chroma sample: 1 or 2. */
  int32_t chroma_horizontal, chroma_vertical;
  /* True if the given planes of a JPEG have the file's own samples: chroma is already subsampled as in the file. */
  int32_t is_raw;
  int32_t progressive, optimize;
  /* Level of Deflate, 0...9. */
  int32_t level;
  /* WebP: lossless or not, and the effort, 0...6. */
  int32_t lossless, effort;
  /* The frames of an animation, each with all rows; 0 for a still picture. How often they are shown, 0...65535; 0 for no
     end. */
  int32_t frames, plays;
  /* The palette for the indices in one plane: red, green, blue and alpha of each colour. 0 for no palette. */
  int32_t colors;
  uint8_t palette[SHIM_MOST_COLORS][4];
  /* PNG: the bits of each label, 1, 2, 4, 8 or 16, if the one plane has labels. 0 for other pictures. */
  int32_t label_bits;
  /* AVIF: bits a sample, 8, 10 or 12; speed, 0...9; EXIF orientation to write. */
  int32_t bits, speed, orientation;
  /* The resolution for JFIF or pHYs: unit, and pixels across and down; none for 0 pixels. */
  struct {
    int32_t unit, x, y;
  } resolution;
  /* TIFF only. */
  shim_tiff_compression compression;
  /* For a JPEG from coefficients: only size, progressive and optimize count beside it, and no rows follow. */
  shim_turn transform;
} shim_encode_request;

/* Kinds of metadata. */
typedef enum {
  /* A marker segment of a JPEG: its second byte, then its payload of at most 65,533 bytes. */
  SHIM_SEGMENT,
  /* Whole blocks for other formats: a TIFF structure, a packet, a profile, text in Latin-1. */
  SHIM_EXIF,
  SHIM_XMP,
  SHIM_ICC,
  SHIM_COMMENT,
  /* AVIF and PNG: numbers of primaries and transfer (ITU-T H.273), a byte each. */
  SHIM_CICP,
} shim_metadata;

typedef struct shim_encoder shim_encoder;

/* An encoder of the format with this name; NULL if there is none, or if memory runs out. */
shim_encoder *shim_encoder_create(const char *format);

/* Begins a file. */
shim_status shim_encoder_start(shim_encoder *encoder, const shim_encode_request *request);

/* Adds metadata; call it before the first row. */
shim_status shim_encoder_metadata(shim_encoder *encoder, shim_metadata kind, const uint8_t *bytes, size_t count);

/*
 * Adds a gain map, which `map` has encoded as a whole file of the same format. Its profile or numbers are those of the
 * alternate rendition, which is HDR if `is_hdr`. `metadata` is that of ISO 21496-1. `map` must live as long as the
 * encoder. SHIM_REFUSED if the format has no place for a map.
 */
shim_status shim_encoder_gain_map(shim_encoder *encoder, const shim_encoder *map, int32_t is_hdr, const uint8_t *metadata,
                                  size_t count);

/*
 * Encodes `rows` rows, given as a plane and its row_bytes for each channel. `rows` is a multiple of 16, except at
 * the end. A subsampled picture has correspondingly fewer chroma rows; its rows repeat the last sample up to a
 * multiple of 8.
 */
shim_status shim_encoder_write(shim_encoder *encoder, const uint8_t *const *planes, const size_t *row_bytes,
                               int32_t rows);

/*
 * Ends a frame of an animation after its last row. It is shown for `duration` milliseconds. SHIM_REFUSED if the format
 * has no animations.
 */
shim_status shim_encoder_end_frame(shim_encoder *encoder, int32_t duration);

/*
 * True if the encoder wants all frames once more, beginning with the first one. Call it after the last frame, until it is
 * false.
 */
int shim_encoder_begins_again(shim_encoder *encoder);

/* Ends the file. */
shim_status shim_encoder_finish(shim_encoder *encoder);

/* The bytes made since the last call; valid until the next step. */
const uint8_t *shim_encoder_take(shim_encoder *encoder, size_t *count);

/* The message of the failure: SHIM_MESSAGE_SIZE bytes at most. */
const char *shim_encoder_message(const shim_encoder *encoder);

void shim_encoder_destroy(shim_encoder *encoder);

#endif
