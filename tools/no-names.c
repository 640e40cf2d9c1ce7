#include <stddef.h>
#include <stdint.h>

/*
 * Functions of Swift's library that give names of characters, by tables of half a megabyte. Upright asks for no name of a
 * character. The library's own functions are weak at the link, so these take their places.
 */
intptr_t _swift_stdlib_getScalarName(uint32_t scalar, uint8_t *name, intptr_t capacity) {
  (void)scalar, (void)name, (void)capacity;
  return 0;
}
const char *_swift_stdlib_getNameAlias(uint32_t scalar) {
  (void)scalar;
  return NULL;
}
