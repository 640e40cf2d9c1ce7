#define _GNU_SOURCE /* syscall */

#include "input.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <CKernel.h>
#include <nettle/sha2.h>

int64_t shim_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

shim_input shim_input_of(int fd, shim_range range, void *digest) {
  return (shim_input){.fd = fd, .range = range, .digest = digest, .offset = range.begin, .hashed = range.begin};
}

static ssize_t read_at(shim_input *input, int64_t start, uint8_t *into, size_t size) {
  int64_t left = input->range.end - start;
  size_t wanted = left < (int64_t)size ? (size_t)(left > 0 ? left : 0) : size;
  size_t filled = 0;
  while (filled < wanted) {
    off_t offset = start + (off_t)filled;
    ssize_t count = pread(input->fd, into + filled, wanted - filled, offset);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      input->read_errno = errno;
      return -1;
    }
    if (count == 0) break;
    filled += (size_t)count;
  }
  return (ssize_t)filled;
}

static ssize_t fill(shim_input *input, uint8_t *into, size_t size) {
  ssize_t filled = read_at(input, input->offset, into, size);
  if (filled <= 0) return filled;
  const int64_t start = input->offset;
  input->offset += filled;
  if (input->digest && input->offset > input->hashed) {
    const int64_t known = input->hashed - start;
    sha256_update(input->digest, (size_t)(filled - known), into + known);
    input->hashed = input->offset;
  }
  return filled;
}

void shim_input_restart(shim_input *input) { input->offset = input->range.begin; }

ssize_t shim_input_fill(shim_input *input, uint8_t *into, size_t size) {
  if (!input->is_timed) return fill(input, into, size);
  int64_t start = shim_now();
  ssize_t count = fill(input, into, size);
  input->read_time += shim_now() - start;
  return count;
}

ssize_t shim_input_read_at(shim_input *input, int64_t offset, uint8_t *into, size_t size) {
  if (!input->is_timed) return read_at(input, offset, into, size);
  int64_t start = shim_now();
  ssize_t count = read_at(input, offset, into, size);
  input->read_time += shim_now() - start;
  return count;
}

int64_t shim_take(shim_input *input, shim_window *window, uint8_t *into, int64_t wanted) {
  int64_t done = 0;
  while (done < wanted) {
    if (window->at == window->filled) {
      ssize_t count = shim_input_fill(input, window->bytes, SHIM_WINDOW);
      if (count < 0) return -1;
      if (count == 0) break;
      window->at = 0;
      window->filled = (size_t)count;
    }
    int64_t count = (int64_t)(window->filled - window->at);
    if (count > wanted - done) count = wanted - done;
    if (into) memcpy(into + done, window->bytes + window->at, (size_t)count);
    window->at += (size_t)count;
    done += count;
  }
  return done;
}

int shim_input_drain(shim_input *input, uint8_t *buffer, size_t size, int64_t limit) {
  while (input->offset < limit) {
    ssize_t count = shim_input_fill(input, buffer, size);
    if (count < 0) return -1;
    if (count == 0) break;
  }
  return 0;
}

int64_t shim_input_end(shim_input *input) {
  struct stat status;
  if (kernel_fstat(input->fd, &status)) {
    input->read_errno = errno;
    return -1;
  }
  return status.st_size < input->range.end ? status.st_size : input->range.end;
}
