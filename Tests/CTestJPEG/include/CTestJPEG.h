/*
 * JPEG files of any kind for tests, written and read by libjpeg's own plainest path.
 *
 * It shares nothing with the code under test but the library: no crop, no skip, no error manager of ours.
 */
#ifndef CTESTJPEG_H
#define CTESTJPEG_H

#include <stddef.h>
#include <stdint.h>

/* What the samples of a file are. */
typedef enum {
  CTEST_GREY,
  CTEST_YCBCR,
  CTEST_RGB,
  CTEST_CMYK,
  CTEST_YCCK,
  /* Components without a meaning: 1 to 4. */
  CTEST_UNKNOWN,
} ctest_color;

/* One scan: components of the frame in ascending order, and the parameters of T.81 B.2.3. */
typedef struct {
  int32_t count, components[4];
  /* Ss, Se, Ah and Al. */
  int32_t first, last, high, low;
} ctest_scan;

/* What to write. */
typedef struct {
  int32_t width, height, components;
  ctest_color color;
  /* Up to 1024 scans; without any it is one sequential scan of all components. */
  const ctest_scan *scans;
  int32_t scan_count;
  /* libjpeg's own progressive scans in place of `scans`. */
  int32_t simple_progression;
  /* Sampling factors of each component: 1 to 4. */
  int32_t horizontal[4], vertical[4];
  /* 1 to 100. */
  int32_t quality;
  /* Quantization steps above 255 where the quality asks for them; not baseline any more, but progressive. */
  int32_t wide_steps;
  /* Huffman codes made for the file; what is progressive always has them. */
  int32_t optimized;
  /* In MCUs; 0 for none. */
  int32_t restart;
  /* In rows of each scan's own MCUs, in place of `restart`; 0 for none. */
  int32_t restart_rows;
  int32_t arithmetic;
  /* Leave out the JFIF and the Adobe marker. */
  int32_t bare;
} ctest_spec;

/* What was read. */
typedef struct {
  /* As decoded, at the scale that was asked for. */
  int32_t width, height, components;
  int32_t progressive, warnings;
  int32_t horizontal[4], vertical[4];
  /* Rows without gaps, components interleaved, in the file's own colours. Freed with ctest_free. */
  uint8_t *samples;
} ctest_picture;

/*
 * Writes `samples` (interleaved, already in the file's colours) as a file. Where a sampling factor doesn't divide
 * the largest, for which libjpeg has no way to make samples fewer, the nearest above and to the left are taken.
 * 0, or -1 where libjpeg refuses. The bytes are freed with ctest_free.
 */
int ctest_write(const ctest_spec *spec, const uint8_t *samples, uint8_t **bytes, size_t *count);

/*
 * Decodes all of a file at `eighths`/8: accurate integer DCT, fancy upsampling, no block smoothing, no colour
 * conversion. 0, or -1 where libjpeg refuses.
 */
int ctest_read(const uint8_t *bytes, size_t count, int32_t eighths, ctest_picture *picture);

/* What a header says. */
typedef struct {
  int32_t width, height, components;
  ctest_color color;
  int32_t arithmetic, progressive, multiple_scans;
  /* Sampling factors of each component. */
  int32_t horizontal[10], vertical[10];
} ctest_header;

/* Reads a file up to its first scan. 0, or -1 where libjpeg refuses. */
int ctest_read_header(const uint8_t *bytes, size_t count, ctest_header *header);

/* The coefficients of a whole file, read once. */
typedef struct ctest_coefficients ctest_coefficients;

/* One component of a frame. */
typedef struct {
  int32_t horizontal, vertical;
  /* Its own samples: the image's size by its share of the largest sampling factors, rounded up. */
  int32_t width, height;
  /* The blocks that hold them, without those that only fill up an MCU. */
  int32_t blocks_across, blocks_down;
} ctest_component;

/* Reads a file to its end; NULL where libjpeg refuses. The bytes are not needed afterwards. */
ctest_coefficients *ctest_coefficients_open(const uint8_t *bytes, size_t count);
void ctest_coefficients_close(ctest_coefficients *coefficients);

/* What libjpeg warned of while it read. */
int32_t ctest_coefficients_warnings(const ctest_coefficients *coefficients);
int32_t ctest_coefficients_components(const ctest_coefficients *coefficients);

/* 0, or -1 where there is no such component; so for all that follow. */
int ctest_coefficients_describe(
    const ctest_coefficients *coefficients, int32_t component, ctest_component *description);

/* The quantization table in natural order: rows of 8. All 0 for a component that no scan has. */
int ctest_coefficients_table(const ctest_coefficients *coefficients, int32_t component, uint16_t table[64]);

/* The quantized coefficients of a block in natural order: rows of 8, the horizontal frequency within a row. */
int ctest_coefficients_block(
    ctest_coefficients *coefficients, int32_t component, int32_t across, int32_t down, int16_t block[64]);

/*
 * Decodes one component at `eighths`/8, as if it were a grey file by itself: what libjpeg's accurate integer DCT of
 * this size makes of each block, with no upsampling. The warnings are those of the whole file.
 */
int ctest_coefficients_read(
    ctest_coefficients *coefficients, int32_t component, int32_t eighths, ctest_picture *picture);

void ctest_free(void *memory);

#endif
