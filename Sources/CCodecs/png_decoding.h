#ifndef PNG_DECODING_H
#define PNG_DECODING_H

#include <setjmp.h>

#include <png.h>

#include "png_rows.h"
#include "png_samples.h"

enum {
  SHIM_PNG_BUFFER = 1 << 16,
  SHIM_PNG_CHUNK_HEAD = 8,
  SHIM_PNG_LAST_CHUNK = 12,
};

/* Data that doesn't decode; data that ends early; libpng's warnings. */
enum { SHIM_PNG_DATA, SHIM_PNG_END, SHIM_PNG_WARNING, SHIM_PNG_DAMAGES };

/* The frames of an animation. */
typedef struct png_frames png_frames;

typedef struct {
  shim_decoder head;
  png_structp png;
  png_infop info;
  jmp_buf step;
  shim_status status;
  /* The file ended before libpng had all the bytes it asked for. */
  int has_ended;
  int lacks_memory;
  /* No more rows come; the current one may be complete. */
  int is_broken, has_line;
  /* An interlaced picture was read completely. */
  int has_whole;
  /* The last chunk was read. */
  int has_last;
  /* libpng's warnings are counted. */
  int is_counting;
  /* The next row. */
  int32_t row;
  /* One row with interleaved samples; all rows of an interlaced picture. */
  png_bytep line, whole;
  size_t line_bytes;
  /* libpng reads all rows. */
  int by_library;
  /* Our own reader of rows; NULL if libpng reads them. */
  png_rows *rows;
  png_samples samples;
  /* NULL unless all frames are wanted. */
  png_frames *frames;
  /* Gives the bytes of a PNG that is a frame of an animation; NULL for a file. Returns 0 at the end. */
  size_t (*feed)(void *owner, uint8_t *into, size_t size);
  void *feed_owner;
  /* The last 8 bytes that libpng read as one piece: after the header, the head of the first IDAT chunk. */
  uint8_t chunk[SHIM_PNG_CHUNK_HEAD];
  size_t at, filled;
  /* A buffer, with room in front for the end of its previous content. */
  uint8_t window[SHIM_PNG_LAST_CHUNK + SHIM_PNG_BUFFER];
} png_decoder;

/* A decoder whose rows all come from libpng; NULL when memory runs out. */
shim_decoder *shim_png_create_alone(void);

/* The functions of shim_decoding. */
shim_status shim_png_start(shim_decoder *head, shim_decode_layout *layout);
void shim_png_destroy(shim_decoder *head);

/* The following functions may leave by longjmp to `step`. This one always does. */
void shim_png_leave(png_decoder *decoder, shim_status status, const char *message) __attribute__((noreturn));

/* Reads the header up to the data of the first IDAT chunk. */
shim_status shim_png_read_header(png_decoder *decoder);

/* The next bytes of the file in place: at most `wanted`, and 0 at its end. `owner` is the decoder. */
size_t shim_png_next_bytes(void *owner, const uint8_t **bytes, size_t wanted);

/* The next row as libpng makes it, interleaved; zeros after damage. */
const uint8_t *shim_png_next_row(png_decoder *decoder);

/* The status after libpng has left by longjmp: SHIM_OK if the damage is tolerated. */
shim_status shim_png_left(png_decoder *decoder);

/* Begins to compose frames; composes the next one; puts the next row of its region. */
shim_status shim_png_begin_frames(png_decoder *decoder);
shim_status shim_png_next_frame(shim_decoder *head, int32_t *duration);
void shim_png_put_canvas(png_decoder *decoder, uint8_t *into, size_t plane_bytes);

/* True if each pixel is a label of the requested depth. */
int shim_png_has_labels(const png_decoder *decoder);
/* Fills in red, green, blue and alpha of each colour of the palette. Returns their number; 0 without a palette. */
int32_t shim_png_palette(shim_decoder *head, uint8_t colors[256][4]);

/* True unless an animation lacks its end, or announces more frames than were wanted, and this isn't reported yet. */
int shim_png_is_complete(const png_decoder *decoder, int has_end);

void shim_png_frames_destroy(png_frames *frames);

#endif
