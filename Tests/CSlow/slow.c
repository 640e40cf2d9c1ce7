#define _GNU_SOURCE
#include "CSlow.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_slow(const char *path) {
  const char *end = getenv("UPRIGHT_SLOW_NAMES");
  size_t length = strlen(path), count = end ? strlen(end) : 0;
  return count > 0 && length >= count && !strcmp(path + length - count, end);
}

int openat(int folder, const char *path, int flags, ...) {
  static int (*next)(int, const char *, int, mode_t);
  if (!next) next = (int (*)(int, const char *, int, mode_t))dlsym(RTLD_NEXT, "openat");
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  const char *wait = getenv("UPRIGHT_SLOW_MILLISECONDS");
  if (wait && is_slow(path)) usleep((useconds_t)atoi(wait) * 1000);
  return next(folder, path, flags, mode);
}
