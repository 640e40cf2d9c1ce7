#define _GNU_SOURCE
#include "CTorture.h"

#include <fcntl.h>
#include <stdio.h>

int ctorture_exchange(const char *one, const char *other) {
  return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
}
