#include "gif_palette.h"

#include <stdlib.h>
#include <string.h>

enum {
  CELL_SHIFT = 8 - GIF_CELL_BITS,
  /* A channel's part within its cell. */
  WITHIN = (1 << CELL_SHIFT) - 1,
  /* Cells stop to count here, so that no sum overflows. */
  MOST_COUNT = 1 << 30,
  /* Means are in sixteenths. */
  UNIT = 16,
  /* The most that dither adds to a channel. */
  DITHER = 4,
};

static int channel(uint32_t color, int number) { return (int)(color >> (16 - 8 * number) & 255); }

static size_t cell_of(uint32_t color) {
  size_t cell = 0;
  for (int i = 0; i < 3; i++) cell = cell << GIF_CELL_BITS | (size_t)(channel(color, i) >> CELL_SHIFT);
  return cell;
}

/* The place of a colour in a set, or the place where it belongs. */
static int place_of(const gif_color_set *set, uint32_t color) {
  uint32_t place = (color * 2654435761u) >> 22;
  while (set->places[place] != 0 && set->places[place] != color) place = (place + 1) % GIF_PLACES;
  return (int)place;
}

int gif_set_holds(const gif_color_set *set, uint32_t color) { return set->places[place_of(set, color)] == color; }

static void add_to_set(gif_color_set *set, uint32_t color) {
  if (set->count > GIF_COLORS) return;
  const int place = place_of(set, color);
  if (set->places[place] == color) return;
  set->count++;
  if (set->count <= GIF_COLORS) set->places[place] = color;
}

int gif_counts_create(gif_counts *counts) {
  counts->cells = malloc(GIF_CELLS * sizeof *counts->cells);
  return counts->cells != NULL;
}

void gif_counts_clear(gif_counts *counts) {
  memset(&counts->set, 0, sizeof counts->set);
  memset(counts->cells, 0, GIF_CELLS * sizeof *counts->cells);
}

void gif_counts_free(gif_counts *counts) { free(counts->cells); }

void gif_counts_add(gif_counts *counts, uint32_t color) {
  add_to_set(&counts->set, color);
  gif_cell *cell = &counts->cells[cell_of(color)];
  if (cell->count == MOST_COUNT) return;
  cell->count++;
  for (int i = 0; i < 3; i++) cell->sums[i] += (uint32_t)(channel(color, i) & WITHIN);
}

/* A range of cells that one colour may stand for. */
typedef struct {
  size_t first, end;
  /* The number of pixels, and for each channel the sum of their means. */
  uint64_t count, sums[3];
  /* The channel with the largest sum of squared distances from the mean, and that sum; 0 if the box can't be cut. */
  int axis;
  unsigned __int128 spread;
} color_box;

/* Moves the cells with pixels to the front, and makes their sums the means of their colours. Returns their number. */
static size_t gather(gif_cell *cells) {
  size_t used = 0;
  for (size_t place = 0; place < GIF_CELLS; place++) {
    const gif_cell cell = cells[place];
    if (cell.count == 0) continue;
    gif_cell *mean = &cells[used++];
    mean->count = cell.count;
    for (int i = 0; i < 3; i++) {
      const uint32_t start = (uint32_t)(place >> (GIF_CELL_BITS * (2 - i)) & ((1 << GIF_CELL_BITS) - 1)) << CELL_SHIFT;
      mean->sums[i] = start * UNIT + (uint32_t)((uint64_t)cell.sums[i] * UNIT / cell.count);
    }
  }
  return used;
}

static color_box box_of(const gif_cell *cells, size_t first, size_t end) {
  color_box box = {.first = first, .end = end};
  unsigned __int128 squares[3] = {0, 0, 0};
  for (size_t i = first; i < end; i++) {
    const uint64_t count = cells[i].count;
    box.count += count;
    for (int c = 0; c < 3; c++) {
      const uint64_t mean = cells[i].sums[c];
      box.sums[c] += count * mean;
      squares[c] += (unsigned __int128)(count * mean) * mean;
    }
  }
  for (int c = 0; c < 3; c++) {
    const unsigned __int128 spread = squares[c] - (unsigned __int128)box.sums[c] * box.sums[c] / box.count;
    if (end - first < 2 || spread <= box.spread) continue;
    box.spread = spread;
    box.axis = c;
  }
  return box;
}

/* Sorts the cells of a box into those up to its mean and those above, and returns the place of the first one above. */
static size_t divide(gif_cell *cells, const color_box *box) {
  const uint64_t mean = box->sums[box->axis] / box->count;
  size_t low = box->first, high = box->end;
  while (low < high) {
    if (cells[low].sums[box->axis] <= mean) {
      low++;
      continue;
    }
    const gif_cell cell = cells[low];
    cells[low] = cells[--high];
    cells[high] = cell;
  }
  return low;
}

/* Finds colours by median cut (Heckbert 1982): again and again, the box with the widest spread is cut at its mean. */
static void approximate(gif_palette *palette, gif_cell *cells, int most) {
  color_box boxes[GIF_COLORS];
  int count = 1;
  boxes[0] = box_of(cells, 0, gather(cells));
  while (count < most) {
    int widest = 0;
    for (int i = 1; i < count; i++) {
      if (boxes[i].spread > boxes[widest].spread) widest = i;
    }
    if (boxes[widest].spread == 0) break;
    const color_box box = boxes[widest];
    const size_t middle = divide(cells, &box);
    if (middle == box.first || middle == box.end) break;
    boxes[widest] = box_of(cells, box.first, middle);
    boxes[count++] = box_of(cells, middle, box.end);
  }
  palette->count = count;
  for (int i = 0; i < count; i++) {
    palette->colors[i] = 0xFF;
    for (int c = 0; c < 3; c++) {
      const uint64_t unit = boxes[i].count * UNIT;
      const uint64_t mean = (boxes[i].sums[c] + unit / 2) / unit;
      palette->colors[i] = palette->colors[i] << 8 | (uint32_t)(mean > 255 ? 255 : mean);
    }
  }
}

static int compare(const void *one, const void *other) {
  const uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
  return a < b ? -1 : a > b;
}

static void take_exact(gif_palette *palette, const gif_color_set *set) {
  palette->count = 0;
  palette->set = *set;
  for (int place = 0; place < GIF_PLACES; place++) {
    if (set->places[place] != 0) palette->colors[palette->count++] = set->places[place];
  }
  qsort(palette->colors, (size_t)palette->count, sizeof *palette->colors, compare);
  for (int i = 0; i < palette->count; i++) palette->indices[place_of(set, palette->colors[i])] = (uint8_t)i;
}

int gif_palette_create(gif_palette *palette) {
  palette->nearest = malloc(GIF_CELLS * sizeof *palette->nearest);
  return palette->nearest != NULL;
}

void gif_palette_free(gif_palette *palette) { free(palette->nearest); }

void gif_palette_make(gif_palette *palette, gif_counts *counts, int most) {
  palette->is_exact = counts->set.count <= most;
  if (palette->is_exact) {
    take_exact(palette, &counts->set);
    return;
  }
  memset(palette->nearest, 0, GIF_CELLS * sizeof *palette->nearest);
  approximate(palette, counts->cells, most);
}

/* The index of the colour nearest to the middle of a cell. */
static uint16_t nearest(const gif_palette *palette, uint32_t color) {
  int best = 0, least = 1 << 30;
  for (int i = 0; i < palette->count; i++) {
    int distance = 0;
    for (int c = 0; c < 3; c++) {
      const int middle = (channel(color, c) & ~WITHIN) * 2 + WITHIN, away = 2 * channel(palette->colors[i], c) - middle;
      distance += away * away;
    }
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return (uint16_t)best;
}

/* A matrix of thresholds (Bayer 1973). */
static const int8_t thresholds[8][8] = {
  {0, 32, 8, 40, 2, 34, 10, 42},  {48, 16, 56, 24, 50, 18, 58, 26}, {12, 44, 4, 36, 14, 46, 6, 38},
  {60, 28, 52, 20, 62, 30, 54, 22}, {3, 35, 11, 43, 1, 33, 9, 41},    {51, 19, 59, 27, 49, 17, 57, 25},
  {15, 47, 7, 39, 13, 45, 5, 37},   {63, 31, 55, 23, 61, 29, 53, 21},
};

uint8_t gif_palette_index(gif_palette *palette, uint32_t color, int32_t x, int32_t y) {
  if (palette->is_exact) return palette->indices[place_of(&palette->set, color)];
  /* From -63 to 63 in steps of 2. */
  const int threshold = 2 * thresholds[y & 7][x & 7] - 63;
  uint32_t wanted = 0xFF;
  for (int i = 0; i < 3; i++) {
    const int value = channel(color, i) + (threshold * DITHER + (threshold < 0 ? -32 : 32)) / 64;
    wanted = wanted << 8 | (uint32_t)(value < 0 ? 0 : value > 255 ? 255 : value);
  }
  uint16_t *found = &palette->nearest[cell_of(wanted)];
  if (*found == 0) *found = (uint16_t)(nearest(palette, wanted) + 1);
  return (uint8_t)(*found - 1);
}
