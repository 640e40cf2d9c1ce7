/*
 * System calls of Linux that Swift can't make itself: those without a function in the C library, and those whose
 * arguments are built by macros.
 *
 * Nothing here allocates or calls back. Functions that fail return -1 and leave errno.
 */
#ifndef CKERNEL_H
#define CKERNEL_H

#include <stddef.h>
#include <stdint.h>

/* How a path may be resolved (openat2(2)). */
extern const uint64_t KERNEL_RESOLVE_NO_XDEV;
extern const uint64_t KERNEL_RESOLVE_NO_MAGICLINKS;
extern const uint64_t KERNEL_RESOLVE_NO_SYMLINKS;
extern const uint64_t KERNEL_RESOLVE_BENEATH;
extern const uint64_t KERNEL_RESOLVE_IN_ROOT;

/* A descriptor that only names a file or folder (open(2), O_PATH). */
extern const int KERNEL_O_PATH;

/*
 * Opens `path` below the open folder `folder`, resolved as the sum of KERNEL_RESOLVE_... in `resolve` says. `mode`
 * must be 0 unless a file can be made. Returns a descriptor. EXDEV where BENEATH would be left, ELOOP where a link is
 * in the way, ENOSYS before Linux 5.6.
 */
int kernel_openat2(int folder, const char *path, int flags, uint32_t mode, uint64_t resolve);

#endif
