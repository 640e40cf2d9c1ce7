#ifndef GIF_PALETTE_H
#define GIF_PALETTE_H

#include <stddef.h>
#include <stdint.h>

/* A colour is 0xFFRRGGBB here. All arithmetic is in integers, so each processor makes the same palettes. */

enum {
  GIF_COLORS = 256,
  /* Cells of colours that share the upper 6 bits of each channel. */
  GIF_CELL_BITS = 6,
  GIF_CELLS = 1 << (3 * GIF_CELL_BITS),
  /* Places for the colours of a set, so many that few share a place. */
  GIF_PLACES = 1024,
};

/* At most 256 colours; the number is 257 if there were more. */
typedef struct {
  int count;
  uint32_t places[GIF_PLACES];
} gif_color_set;

/* True if an opaque colour is in a set of at most 256. */
int gif_set_holds(const gif_color_set *set, uint32_t color);

/* Pixels whose colours lie in one cell: their number, and the sums of what their channels have beyond the cell. */
typedef struct {
  uint32_t count, sums[3];
} gif_cell;

/* The colours of a picture, or of all frames. */
typedef struct {
  gif_color_set set;
  gif_cell *cells;
} gif_counts;

/* Takes memory; 0 when it runs out. The counts must be cleared before colours are added. */
int gif_counts_create(gif_counts *counts);
void gif_counts_clear(gif_counts *counts);
void gif_counts_add(gif_counts *counts, uint32_t color);
void gif_counts_free(gif_counts *counts);

typedef struct {
  int count;
  uint32_t colors[GIF_COLORS];
  /* True if these are all colours of the picture. */
  int is_exact;
  /* Exact: each colour's place in the set, and its index. */
  gif_color_set set;
  uint8_t indices[GIF_PLACES];
  /* Else: the index of the colour nearest to a cell's middle, and 1; 0 if it isn't known yet. */
  uint16_t *nearest;
} gif_palette;

int gif_palette_create(gif_palette *palette);

/* Makes at most `most` colours of those counted. The counts are used up. */
void gif_palette_make(gif_palette *palette, gif_counts *counts, int most);

/* The index of the colour for a pixel in column x and row y. */
uint8_t gif_palette_index(gif_palette *palette, uint32_t color, int32_t x, int32_t y);

void gif_palette_free(gif_palette *palette);

#endif
