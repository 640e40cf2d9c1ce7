#define _GNU_SOURCE

#include "CKernel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int kernel_syncfs(int fd) { return syncfs(fd); }

int kernel_rename_new(int from_folder, const char *from, int to_folder, const char *to) {
  return renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE);
}

int kernel_unnamed_file(const char *folder) {
  if (access("/proc/self/fd", X_OK)) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
}

int kernel_name_file(int file, const char *path) {
  char own[32];
  snprintf(own, sizeof own, "/proc/self/fd/%d", file);
  return linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

int kernel_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }

int kernel_seal_growth(int file) { return fcntl(file, F_ADD_SEALS, F_SEAL_GROW); }

int kernel_seal(int file) { return fcntl(file, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_WRITE | F_SEAL_SEAL); }
