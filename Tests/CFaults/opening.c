/* The calls that make, open, look at and close files. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "turn.h"

/* `next`: the library's own function of the same type. */
#define NEXT(name)                              \
  static __typeof__(name) *next;                \
  if (!next) next = (__typeof__(name) *)turn_next(#name)

static mode_t mode_of(int flags, va_list rest) {
  return flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

/* All the opens, under the name that the program called. */
static int open_as(const char *call, int (*next)(int, const char *, int, mode_t), int folder, const char *path,
                   int flags, mode_t mode) {
  turn turn;
  if (!turn_on_path(&turn, FAMILY_OPEN, call, folder, path)) return next(folder, path, flags, mode);
  turn.value = flags;
  if (turn_begin(&turn)) return -1;
  int result = next(folder, path, flags, mode);
  turn.descriptor = result;
  turn_end(&turn, result);
  return result;
}

static int next_openat(int folder, const char *path, int flags, mode_t mode) {
  NEXT(openat);
  return next(folder, path, flags, mode);
}

#define OPEN(name)                                                            \
  int name(const char *path, int flags, ...) {                                \
    va_list rest;                                                             \
    va_start(rest, flags);                                                    \
    mode_t mode = mode_of(flags, rest);                                       \
    va_end(rest);                                                             \
    return open_as("open", next_openat, AT_FDCWD, path, flags, mode);         \
  }
#define OPENAT(name)                                                          \
  int name(int folder, const char *path, int flags, ...) {                    \
    va_list rest;                                                             \
    va_start(rest, flags);                                                    \
    mode_t mode = mode_of(flags, rest);                                       \
    va_end(rest);                                                             \
    return open_as("openat", next_openat, folder, path, flags, mode);         \
  }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

/* Calls that are made by their numbers: openat2 has no function in the C library; all others but fstat go on as they
 * are. */
long syscall(long number, ...) {
  NEXT(syscall);
  va_list rest;
  long a[6];
  va_start(rest, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(rest, long);
  va_end(rest);
  turn turn;
  int opens = number == SYS_openat2;
  int does = opens ? turn_on_path(&turn, FAMILY_OPEN, "openat2", (int)a[0], (const char *)a[1])
                   : number == SYS_fstat && turn_on_descriptor(&turn, FAMILY_STAT, "fstat", (int)a[0]);
  if (!does) return next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (opens) turn.value = (int64_t)((const struct open_how *)a[2])->flags;
  if (turn_begin(&turn)) return -1;
  long result = next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (opens) turn.descriptor = (int)result;
  turn_end(&turn, result);
  return result;
}

/* The descriptor is gone whatever close says (close(2)), so that it is closed in any case. */
int close(int descriptor) {
  NEXT(close);
  turn turn;
  if (!turn_on_descriptor(&turn, FAMILY_CLOSE, "close", descriptor)) return next(descriptor);
  int fails = turn_begin(&turn);
  int code = errno;
  turn.descriptor = -1;
  int result = next(descriptor);
  if (fails) {
    errno = code;
    return -1;
  }
  turn_end(&turn, result);
  return result;
}

DIR *opendir(const char *path) {
  NEXT(opendir);
  turn turn;
  if (!turn_on_path(&turn, FAMILY_OPEN, "opendir", AT_FDCWD, path)) return next(path);
  if (turn_begin(&turn)) return NULL;
  DIR *result = next(path);
  turn_end(&turn, result ? 0 : -1);
  return result;
}

#define READDIR(name, entry)                                                                   \
  struct entry *name(DIR *folder) {                                                            \
    NEXT(name);                                                                                \
    turn turn;                                                                                 \
    if (!turn_on_descriptor(&turn, FAMILY_LIST, "readdir", dirfd(folder))) return next(folder); \
    if (turn_begin(&turn)) return NULL;                                                        \
    struct entry *result = next(folder);                                                       \
    turn_end(&turn, 0);                                                                        \
    return result;                                                                             \
  }
READDIR(readdir, dirent)
READDIR(readdir64, dirent64)

/* `family` and `call` of a function on one path that takes `arguments` and gives 0 or -1. */
#define ON_PATH(name, family, call, folder, path, parameters, arguments) \
  int name parameters {                                                  \
    NEXT(name);                                                          \
    turn turn;                                                           \
    if (!turn_on_path(&turn, family, call, folder, path)) return next arguments; \
    if (turn_begin(&turn)) return -1;                                    \
    int result = next arguments;                                         \
    turn_end(&turn, result);                                             \
    return result;                                                       \
  }

ON_PATH(stat, FAMILY_STAT, "stat", AT_FDCWD, path, (const char *path, struct stat *status), (path, status))
ON_PATH(stat64, FAMILY_STAT, "stat", AT_FDCWD, path, (const char *path, struct stat64 *status), (path, status))
ON_PATH(lstat, FAMILY_STAT, "lstat", AT_FDCWD, path, (const char *path, struct stat *status), (path, status))
ON_PATH(lstat64, FAMILY_STAT, "lstat", AT_FDCWD, path, (const char *path, struct stat64 *status), (path, status))
ON_PATH(fstatat, FAMILY_STAT, "fstatat", folder, path,
        (int folder, const char *path, struct stat *status, int flags), (folder, path, status, flags))
ON_PATH(fstatat64, FAMILY_STAT, "fstatat", folder, path,
        (int folder, const char *path, struct stat64 *status, int flags), (folder, path, status, flags))
ON_PATH(statx, FAMILY_STAT, "statx", folder, path,
        (int folder, const char *path, int flags, unsigned mask, struct statx *status),
        (folder, path, flags, mask, status))
ON_PATH(access, FAMILY_STAT, "access", AT_FDCWD, path, (const char *path, int mode), (path, mode))
ON_PATH(faccessat, FAMILY_STAT, "faccessat", folder, path, (int folder, const char *path, int mode, int flags),
        (folder, path, mode, flags))
ON_PATH(mkdir, FAMILY_MKDIR, "mkdir", AT_FDCWD, path, (const char *path, mode_t mode), (path, mode))
ON_PATH(mkdirat, FAMILY_MKDIR, "mkdirat", folder, path, (int folder, const char *path, mode_t mode),
        (folder, path, mode))
ON_PATH(unlink, FAMILY_REMOVE, "unlink", AT_FDCWD, path, (const char *path), (path))
ON_PATH(unlinkat, FAMILY_REMOVE, "unlinkat", folder, path, (int folder, const char *path, int flags),
        (folder, path, flags))
ON_PATH(rmdir, FAMILY_REMOVE, "rmdir", AT_FDCWD, path, (const char *path), (path))
ON_PATH(truncate, FAMILY_TRUNCATE, "truncate", AT_FDCWD, path, (const char *path, off_t size), (path, size))

char *realpath(const char *path, char *place) {
  NEXT(realpath);
  turn turn;
  if (!turn_on_path(&turn, FAMILY_STAT, "realpath", AT_FDCWD, path)) return next(path, place);
  if (turn_begin(&turn)) return NULL;
  char *result = next(path, place);
  turn_end(&turn, result ? 0 : -1);
  return result;
}

/* `folder` and `from` become `other_folder` and `to`. */
#define ON_TWO_PATHS(name, family, call, folder, from, other, to, parameters, arguments) \
  int name parameters {                                                                  \
    NEXT(name);                                                                          \
    turn turn;                                                                           \
    if (!turn_on_path(&turn, family, call, folder, from)) return next arguments;         \
    turn_other(&turn, other, to);                                                        \
    if (turn_begin(&turn)) return -1;                                                    \
    int result = next arguments;                                                         \
    turn_end(&turn, result);                                                             \
    return result;                                                                       \
  }

ON_TWO_PATHS(rename, FAMILY_RENAME, "rename", AT_FDCWD, from, AT_FDCWD, to, (const char *from, const char *to),
             (from, to))
ON_TWO_PATHS(renameat, FAMILY_RENAME, "renameat", folder, from, other, to,
             (int folder, const char *from, int other, const char *to), (folder, from, other, to))
ON_TWO_PATHS(renameat2, FAMILY_RENAME, "renameat2", folder, from, other, to,
             (int folder, const char *from, int other, const char *to, unsigned flags),
             (folder, from, other, to, flags))
ON_TWO_PATHS(link, FAMILY_LINK, "link", AT_FDCWD, from, AT_FDCWD, to, (const char *from, const char *to),
             (from, to))

/* A file without a name gets one by its descriptor (open(2), O_TMPFILE). */
int linkat(int folder, const char *from, int other, const char *to, int flags) {
  NEXT(linkat);
  turn turn;
  int descriptor;
  int counts = sscanf(from, "/proc/self/fd/%d", &descriptor) == 1
                   ? turn_on_descriptor(&turn, FAMILY_LINK, "linkat", descriptor)
                   : turn_on_path(&turn, FAMILY_LINK, "linkat", folder, from);
  if (!counts) return next(folder, from, other, to, flags);
  turn_other(&turn, other, to);
  if (turn_begin(&turn)) return -1;
  int result = next(folder, from, other, to, flags);
  turn_end(&turn, result);
  return result;
}

ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
  NEXT(recvmsg);
  ssize_t result = next(socket, message, flags);
  turn_worker_starts();
  return result;
}
