/* The calls on open files. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "turn.h"

#define NEXT(name)                              \
  static __typeof__(name) *next;                \
  if (!next) next = (__typeof__(name) *)turn_next(#name)

/* A function that moves `size` bytes; a write's data and place are kept for the log. */
#define MOVING(name, family, call, place, is_write, parameters, arguments)          \
  ssize_t name parameters {                                                         \
    NEXT(name);                                                                     \
    turn turn;                                                                      \
    if (!turn_on_descriptor(&turn, family, call, descriptor)) return next arguments; \
    if (turn_begin_sized(&turn, &size)) return -1;                                  \
    ssize_t result = next arguments;                                                \
    int saved = errno;                                                              \
    if (is_write && result > 0) {                                                   \
      turn.data = bytes;                                                            \
      turn.value = place;                                                           \
    }                                                                               \
    errno = saved;                                                                  \
    turn_end(&turn, result);                                                        \
    return result;                                                                  \
  }

MOVING(read, FAMILY_READ, "read", 0, 0, (int descriptor, void *bytes, size_t size), (descriptor, bytes, size))
MOVING(pread, FAMILY_READ, "pread", 0, 0, (int descriptor, void *bytes, size_t size, off_t offset),
       (descriptor, bytes, size, offset))
MOVING(pread64, FAMILY_READ, "pread", 0, 0, (int descriptor, void *bytes, size_t size, off64_t offset),
       (descriptor, bytes, size, offset))
MOVING(write, FAMILY_WRITE, "write", turn_begin_of_write(descriptor, result), 1,
       (int descriptor, const void *bytes, size_t size), (descriptor, bytes, size))
MOVING(pwrite, FAMILY_WRITE, "pwrite", offset, 1,
       (int descriptor, const void *bytes, size_t size, off_t offset), (descriptor, bytes, size, offset))
MOVING(pwrite64, FAMILY_WRITE, "pwrite", offset, 1,
       (int descriptor, const void *bytes, size_t size, off64_t offset), (descriptor, bytes, size, offset))

/* As one write of the first part that holds anything: fewer bytes than asked for is what callers must bear. */
ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  for (int i = 0; i < count; i++)
    if (parts[i].iov_len) return write(descriptor, parts[i].iov_base, parts[i].iov_len);
  return 0;
}

/* A function on one descriptor that gives 0 or -1. */
#define ON_DESCRIPTOR(name, family, call, wanted, parameters, arguments)            \
  int name parameters {                                                             \
    NEXT(name);                                                                     \
    turn turn;                                                                      \
    if (!turn_on_descriptor(&turn, family, call, descriptor)) return next arguments; \
    turn.value = wanted;                                                            \
    if (turn_begin(&turn)) return -1;                                               \
    int result = next arguments;                                                    \
    turn_end(&turn, result);                                                        \
    return result;                                                                  \
  }

ON_DESCRIPTOR(fsync, FAMILY_SYNC, "fsync", 0, (int descriptor), (descriptor))
ON_DESCRIPTOR(fdatasync, FAMILY_SYNC, "fdatasync", 0, (int descriptor), (descriptor))
ON_DESCRIPTOR(syncfs, FAMILY_SYNC, "syncfs", 0, (int descriptor), (descriptor))
ON_DESCRIPTOR(ftruncate, FAMILY_TRUNCATE, "ftruncate", size, (int descriptor, off_t size), (descriptor, size))
ON_DESCRIPTOR(ftruncate64, FAMILY_TRUNCATE, "ftruncate", size, (int descriptor, off64_t size), (descriptor, size))
ON_DESCRIPTOR(fallocate, FAMILY_TRUNCATE, "fallocate", mode ? 0 : offset + size,
              (int descriptor, int mode, off_t offset, off_t size), (descriptor, mode, offset, size))
ON_DESCRIPTOR(fallocate64, FAMILY_TRUNCATE, "fallocate", mode ? 0 : offset + size,
              (int descriptor, int mode, off64_t offset, off64_t size), (descriptor, mode, offset, size))
ON_DESCRIPTOR(fstat, FAMILY_STAT, "fstat", 0, (int descriptor, struct stat *status), (descriptor, status))
ON_DESCRIPTOR(fstat64, FAMILY_STAT, "fstat", 0, (int descriptor, struct stat64 *status), (descriptor, status))
ON_DESCRIPTOR(fchmod, FAMILY_STAT, "fchmod", mode, (int descriptor, mode_t mode), (descriptor, mode))
ON_DESCRIPTOR(flock, FAMILY_LOCK, "flock", operation, (int descriptor, int operation), (descriptor, operation))

/* These give the error itself, and leave errno alone. */
#define ALLOCATING(name, offset_type)                                                       \
  int name(int descriptor, offset_type offset, offset_type size) {                          \
    NEXT(name);                                                                             \
    turn turn;                                                                              \
    if (!turn_on_descriptor(&turn, FAMILY_TRUNCATE, "posix_fallocate", descriptor))         \
      return next(descriptor, offset, size);                                                \
    int saved = errno;                                                                      \
    turn.value = offset + size;                                                             \
    if (turn_begin(&turn)) {                                                                \
      int code = errno;                                                                     \
      errno = saved;                                                                        \
      return code;                                                                          \
    }                                                                                       \
    int result = next(descriptor, offset, size);                                            \
    turn_end(&turn, result ? -1 : 0);                                                       \
    return result;                                                                          \
  }
ALLOCATING(posix_fallocate, off_t)
ALLOCATING(posix_fallocate64, off64_t)

/* Of fcntl's many commands those that lock count. */
static int control(int descriptor, int command, void *argument) {
  NEXT(fcntl);
  turn turn;
  int locks = command == F_OFD_SETLK || command == F_OFD_SETLKW || command == F_SETLK || command == F_SETLKW;
  if (!locks || !turn_on_descriptor(&turn, FAMILY_LOCK, "fcntl", descriptor))
    return next(descriptor, command, argument);
  if (turn_begin(&turn)) return -1;
  int result = next(descriptor, command, argument);
  turn_end(&turn, result);
  return result;
}

#define CONTROL(name)                              \
  int name(int descriptor, int command, ...) {     \
    va_list rest;                                  \
    va_start(rest, command);                       \
    void *argument = va_arg(rest, void *);         \
    va_end(rest);                                  \
    return control(descriptor, command, argument); \
  }
CONTROL(fcntl)
CONTROL(fcntl64)
