#include "split.h"

#include <string.h>

enum { AT_ONCE = 16 };

typedef uint8_t bytes __attribute__((vector_size(AT_ONCE)));

#define INLINE static inline __attribute__((always_inline))

INLINE bytes load(const uint8_t *from) {
  bytes loaded;
  memcpy(&loaded, from, sizeof loaded);
  return loaded;
}

/* Each third byte of 48: from the first two vectors, and then from the third. -1 is any byte. */
#define THIRDS(first, second, third, a, b, c, d, e, f, g, h, i, j, k, ...)                                       \
  __builtin_shufflevector(                                                                                       \
      __builtin_shufflevector(first, second, a, b, c, d, e, f, g, h, i, j, k, -1, -1, -1, -1, -1), third, 0, 1, \
      2, 3, 4, 5, 6, 7, 8, 9, __VA_ARGS__)

INLINE void split(const uint8_t *pixels, int32_t count, uint8_t *into, size_t plane_bytes) {
  uint8_t *planes[] = {into, into + plane_bytes, into + 2 * plane_bytes};
  int32_t x = 0;
  for (; x + AT_ONCE <= count; x += AT_ONCE, pixels += 3 * AT_ONCE) {
    const bytes first = load(pixels), second = load(pixels + AT_ONCE), third = load(pixels + 2 * AT_ONCE);
    const bytes split[] = {
      THIRDS(first, second, third, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 10, 17, 20, 23, 26, 29),
      THIRDS(first, second, third, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 10, 18, 21, 24, 27, 30),
      THIRDS(first, second, third, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, -1, 16, 19, 22, 25, 28, 31),
    };
    for (int plane = 0; plane < 3; plane++) memcpy(planes[plane] + x, &split[plane], sizeof(bytes));
  }
  for (; x < count; x++, pixels += 3) {
    for (int plane = 0; plane < 3; plane++) planes[plane][x] = pixels[plane];
  }
}

#ifdef __x86_64__
/* SSSE3 has an instruction that moves bytes to any place. */
__attribute__((target("ssse3"))) static void split_by_shuffles(const uint8_t *pixels, int32_t count, uint8_t *into,
                                                              size_t plane_bytes) {
  split(pixels, count, into, plane_bytes);
}

void shim_split(const uint8_t *pixels, int32_t count, uint8_t *into, size_t plane_bytes) {
  if (__builtin_cpu_supports("ssse3")) {
    split_by_shuffles(pixels, count, into, plane_bytes);
  } else {
    split(pixels, count, into, plane_bytes);
  }
}
#else
void shim_split(const uint8_t *pixels, int32_t count, uint8_t *into, size_t plane_bytes) {
  split(pixels, count, into, plane_bytes);
}
#endif
