#define _GNU_SOURCE

#include "CKernel.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int kernel_syncfs(int fd) { return syncfs(fd); }

int kernel_rename_new(int from_folder, const char *from, int to_folder, const char *to) {
  return renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE);
}

int kernel_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }
