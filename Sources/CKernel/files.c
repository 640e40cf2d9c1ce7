#define _GNU_SOURCE /* O_PATH */
#include "CKernel.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

const uint64_t KERNEL_RESOLVE_NO_XDEV = RESOLVE_NO_XDEV;
const uint64_t KERNEL_RESOLVE_NO_MAGICLINKS = RESOLVE_NO_MAGICLINKS;
const uint64_t KERNEL_RESOLVE_NO_SYMLINKS = RESOLVE_NO_SYMLINKS;
const uint64_t KERNEL_RESOLVE_BENEATH = RESOLVE_BENEATH;
const uint64_t KERNEL_RESOLVE_IN_ROOT = RESOLVE_IN_ROOT;

const int KERNEL_O_PATH = O_PATH;

int kernel_openat2(int folder, const char *path, int flags, uint32_t mode, uint64_t resolve) {
  struct open_how how = {.flags = (uint64_t)(uint32_t)flags, .mode = mode, .resolve = resolve};
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}
