#include "jpeg_ink.h"

static uint8_t clamped(int32_t value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

void shim_ink_of_ycc(uint8_t *row, size_t step, size_t count) {
  uint8_t *first = row, *second = row + step, *third = row + 2 * step;
  for (size_t x = 0; x < count; x++) {
    int32_t y = first[x], cb = second[x] - 128, cr = third[x] - 128;
    first[x] = clamped(255 - (y + ((91881 * cr + 32768) >> 16)));
    second[x] = clamped(255 - (y + ((-22554 * cb - 46802 * cr + 32768) >> 16)));
    third[x] = clamped(255 - (y + ((116130 * cb + 32768) >> 16)));
  }
}

void shim_invert(uint8_t *row, size_t count) {
  for (size_t x = 0; x < count; x++) row[x] = (uint8_t)(255 - row[x]);
}
