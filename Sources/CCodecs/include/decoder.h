#ifndef DECODER_H
#define DECODER_H

/* A decoding engine. */
typedef struct shim_decoding shim_decoding;

/* The engine of this name, such as "libpng"; NULL if there is none. */
const shim_decoding *shim_engine_named(const char *name);

/* The class of damage that fails a decode, together with the classes after it. Other damage is only counted. */
typedef enum {
  /* All warnings of a library. */
  SHIM_FAIL_ON_WARNING = 1,
  /* Data that doesn't decode. */
  SHIM_FAIL_ON_ERROR,
  /* Data that ends early. */
  SHIM_FAIL_ON_TRUNCATED,
  SHIM_FAIL_ON_NOTHING,
} shim_on_corrupt;

/* Lends memory for the lifetime of a decoder, aligned to 64 bytes; NULL if there is none. */
typedef struct {
  void *(*take)(void *owner, size_t bytes);
  void *owner;
} shim_lender;

/* The bytes of a file from `begin` up to `end`, or to the file's end if it comes first. */
typedef struct {
  int64_t begin, end;
} shim_range;

/* The source of a decode. The file's own offset isn't moved, and nothing outside the range is read. */
typedef struct {
  int fd;
  shim_range range;
  /* A struct sha256_ctx that hashes every byte read, or NULL. Engines that don't read in order ignore it. */
  void *digest;
  /* Memory for holding a whole picture; requested once. */
  shim_lender lender;
} shim_decoder_source;

/* The part of a picture to decode, and how. */
typedef struct {
  /* The planned size in pixels; any other size gives SHIM_CHANGED. */
  int32_t width, height;
  /* The page's number, from 0. */
  int32_t page;
  /* The offset of a TIFF directory to decode in place of the page, or 0. */
  int64_t directory;
  /* The frames of an animation to compose, each on the canvas of the frames before it; 0 for the first picture. */
  int32_t frames;
  /* The planes to decode. If has_alpha, a plane of alpha follows, not premultiplied. */
  shim_color color;
  int32_t has_alpha;
  /* 1, or 2 for 16 bits in the machine's byte order. Samples are scaled to it, full range. */
  int32_t sample_bytes;
  /* True if samples stay as a PNG stores them: indices of a palette or grey levels, each in a sample of its own. */
  int32_t wants_labels;
  /* True if the decoder shall look for the ICC profile. */
  int32_t wants_profile;
  /* The scale in eighths: 1...8. */
  int32_t eighths;
  /* The region in decoded samples, inside the decoded picture; with a directory, at most one sample beyond it. */
  int32_t x, y, region_width, region_height;
  /* For an engine that draws: the stored pixels that the region shows. */
  int32_t box_x, box_y, box_width, box_height;
  /* True if the engine draws text with the installed fonts. */
  int32_t uses_fonts;
  /* True if rows below the region are checked for damage too. */
  int32_t wants_rest;
  /* True if only the front of a JPEG is there: it may end behind the region. */
  int32_t is_of_front;
  /* CLOCK_MONOTONIC in nanoseconds. */
  int64_t deadline;
  shim_on_corrupt on_corrupt;
  /* The most scans of a JPEG, and the most pixels times scans. */
  int32_t most_scans;
  int64_t most_scan_pixels;
} shim_decode_request;

/* The layout of decoded rows. */
typedef struct {
  /* The decoded column at which a row begins; at most the region's first one. */
  int32_t first_column;
  /* Samples in a row of each plane. */
  int32_t row_width;
} shim_decode_layout;

typedef struct shim_decoder shim_decoder;

/* NULL when memory runs out. */
shim_decoder *shim_decoder_create(const shim_decoding *engine, const shim_decoder_source *source);

/* Reads the header and moves to the region's first row. */
shim_status shim_decoder_start(shim_decoder *decoder, const shim_decode_request *request, shim_decode_layout *layout);

/*
 * Composes the next frame of an animation, and moves to the region's first row of it. `duration` is its time in
 * milliseconds. Frames that damage hides look like the frame before them.
 */
shim_status shim_decoder_next_frame(shim_decoder *decoder, int32_t *duration);

/*
 * Reads the next `rows` rows of each plane into `into`: rows row_bytes apart, planes plane_bytes apart. After
 * tolerated damage, rows hold the library's result, or 0.
 */
shim_status shim_decoder_read(shim_decoder *decoder, uint8_t *into, size_t row_bytes, size_t plane_bytes, int32_t rows);

/*
 * Reads all coefficients of a JPEG instead of rows, for an encoder. Only size, color, deadline and on_corrupt of
 * the request count.
 */
shim_status shim_decoder_read_coefficients(shim_decoder *decoder, const shim_decode_request *request);

/*
 * Reads and hashes the rest of the range, up to `limit` in the file. Data that ends before the picture is damage:
 * even rows that weren't decoded must exist.
 */
shim_status shim_decoder_drain(shim_decoder *decoder, int64_t limit);

/* Starts to measure the time of reading and hashing. */
void shim_decoder_time_reads(shim_decoder *decoder);

/* The measured time in nanoseconds. */
int64_t shim_decoder_read_time(const shim_decoder *decoder);

/* The stable name of a kind of damage, such as "jpeg_eof". Kinds are sorted by name; NULL after the last. */
const char *shim_decoder_damage_name(const shim_decoder *decoder, int kind);

/* The number of times damage of a kind was met. */
int32_t shim_decoder_damage_count(const shim_decoder *decoder, int kind);

/* The number of decoded samples that were out of range, and were clipped. */
int64_t shim_decoder_clipped(const shim_decoder *decoder);

/* The errno of the failed read. */
int shim_decoder_errno(const shim_decoder *decoder);

/* The message of the failure: SHIM_MESSAGE_SIZE bytes at most. */
const char *shim_decoder_message(const shim_decoder *decoder);

/*
 * The ICC profile; NULL if there is none, or if the picture is a JPEG. Valid after shim_decoder_start until
 * the decoder is destroyed.
 */
const uint8_t *shim_decoder_profile(shim_decoder *decoder, size_t *size);

/*
 * The palette of a PNG whose labels are decoded: red, green, blue and alpha of each colour. Returns the number of colours,
 * 0 if there is no palette. Valid after shim_decoder_start.
 */
int32_t shim_decoder_palette(shim_decoder *decoder, uint8_t colors[256][4]);

void shim_decoder_destroy(shim_decoder *decoder);

/* The engine's library version at compile time, such as "2.1.5"; NULL for our own engine. */
const char *shim_engine_version(const shim_decoding *engine);

/* True if an engine reads a file in random order: it takes no digest, and draining reads nothing more. */
int shim_engine_is_random(const shim_decoding *engine);

/* True if the TIFF library decodes this value of the Compression tag. */
int shim_tiff_decodes(uint16_t compression);

/* The most decoded bytes of a Deflate strip that is decoded whole. */
enum { SHIM_TIFF_MOST_STRIP = 1 << 18 };

#endif
