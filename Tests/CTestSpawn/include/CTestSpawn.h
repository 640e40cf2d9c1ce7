#ifndef CTESTSPAWN_H
#define CTESTSPAWN_H

#include <spawn.h>

/* Has a started program close all descriptors from `first` on. Returns an errno value. */
int test_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

#endif
