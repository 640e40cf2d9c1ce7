/* glibc declares the function only under its own extensions, and so not for Swift. */
#define _GNU_SOURCE
#include "CTestSpawn.h"

int test_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
