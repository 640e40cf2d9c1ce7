#define _GNU_SOURCE
#include "turn.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct {
  _Atomic uint64_t calls;
  _Atomic uint64_t used;
  _Atomic uint64_t hits;
  /* 1 + the family that fails from now on. */
  _Atomic uint64_t failing;
  /* Calls of that family since. */
  _Atomic uint64_t turns;
  uint64_t unused[3];
  char log[];
} control;

typedef enum { DO_COUNT, DO_LOG, DO_FAIL, DO_KILL } act;

static control *shared;
static size_t capacity;
static const char *below;
static size_t below_size;
static act what;
static uint64_t at;
static int code, stays, after, in_worker;
static dev_t below_device;
static _Atomic int started;

static const char *const families[] = {"open", "read",     "write", "sync", "rename", "link", "remove",
                                       "truncate", "mkdir", "stat",  "close", "list",   "lock"};

void *turn_next(const char *name) { return dlsym(RTLD_NEXT, name); }

/* The library's own syscall(2): ours counts. */
static long (*kernel)(long number, ...);

static const char *variable(const char *name) {
  const char *value = getenv(name);
  return value ? value : "";
}

static int is(const char *name, const char *value) { return !strcmp(variable(name), value); }

/* Like the others here a call by its number, since fstat is one that counts; and the one that a worker may make. */
static int look(int file, struct stat *status) { return (int)kernel(SYS_fstat, file, status); }

static void map(const char *path) {
  struct stat status;
  int file = (int)kernel(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  if (file < 0) return;
  if (look(file, &status) == 0 && status.st_size > (off_t)sizeof(control)) {
    void *place = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (place != MAP_FAILED) {
      capacity = (size_t)status.st_size - sizeof(control);
      shared = place;
    }
  }
  kernel(SYS_close, file);
}

__attribute__((constructor)) static void set_up(int count, char **arguments) {
  const char *path = variable("UPRIGHT_FAULTS_CONTROL");
  if (!*path) return;
  kernel = (long (*)(long, ...))turn_next("syscall");
  in_worker = count > 1 && !strcmp(arguments[1], "_worker");
  if (is("UPRIGHT_FAULTS_IN", in_worker ? "parent" : "worker")) return;
  below = variable("UPRIGHT_FAULTS_BELOW");
  below_size = strlen(below);
  struct stat status;
  if (kernel(SYS_newfstatat, AT_FDCWD, below, &status, 0) != 0) return;
  below_device = status.st_dev;
  what = is("UPRIGHT_FAULTS_DO", "log")    ? DO_LOG
         : is("UPRIGHT_FAULTS_DO", "fail") ? DO_FAIL
         : is("UPRIGHT_FAULTS_DO", "kill") ? DO_KILL
                                           : DO_COUNT;
  at = strtoull(variable("UPRIGHT_FAULTS_AT"), NULL, 10);
  code = atoi(variable("UPRIGHT_FAULTS_ERRNO"));
  stays = is("UPRIGHT_FAULTS_STAYS", "1");
  after = is("UPRIGHT_FAULTS_WHEN", "after");
  map(path);
}

void turn_worker_starts(void) {
  if (in_worker) started = 1;
}

static void reset(turn *turn, family family, const char *call) {
  turn->family = family;
  turn->call = call;
  turn->is_hit = 0;
  turn->descriptor = -1;
  turn->value = 0;
  turn->data = NULL;
  turn->data_size = 0;
  turn->path[0] = turn->other[0] = 0;
}

/* The path that is open at `descriptor`, or 0. */
static int open_path(int descriptor, char *path) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t size = kernel(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
  path[size > 0 ? size : 0] = 0;
  return size > 0;
}

static void full_path(int folder, const char *path, char *full) {
  size_t size = 0;
  full[0] = 0;
  if (path[0] != '/') {
    if (folder != AT_FDCWD) {
      open_path(folder, full);
    } else if (kernel(SYS_getcwd, full, PATH_MAX) <= 0) {
      full[0] = 0;
    }
    size = strlen(full);
    if (path[0]) full[size++] = '/';
  }
  snprintf(full + size, TURN_PATH - size, "%s", path);
}

static int counts(const char *path) {
  return !strncmp(path, below, below_size) && (path[below_size] == '/' || !path[below_size]);
}

int turn_on_path(turn *turn, family family, const char *call, int folder, const char *path) {
  if (!shared || in_worker || !path) return 0;
  int saved = errno;
  reset(turn, family, call);
  full_path(folder, path, turn->path);
  errno = saved;
  return counts(turn->path);
}

int turn_on_descriptor(turn *turn, family family, const char *call, int descriptor) {
  if (!shared || descriptor < 0) return 0;
  int saved = errno;
  reset(turn, family, call);
  turn->descriptor = descriptor;
  int does = 0;
  if (in_worker) {
    struct stat status;
    does = started && look(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_dev == below_device;
    strcpy(turn->path, "-");
  } else {
    does = open_path(descriptor, turn->path) && counts(turn->path);
  }
  errno = saved;
  return does;
}

void turn_other(turn *turn, int folder, const char *path) {
  int saved = errno;
  full_path(folder, path, turn->other);
  errno = saved;
}

/* Puts a record into the log, if there is room for all of it. */
static void record(const turn *turn, int64_t result, int error) {
  struct stat status;
  char line[2 * TURN_PATH + 256];
  int has_inode = turn->descriptor >= 0 && look(turn->descriptor, &status) == 0;
  if (!has_inode && *turn->other)
    has_inode = kernel(SYS_newfstatat, AT_FDCWD, turn->other, &status, AT_SYMLINK_NOFOLLOW) == 0;
  size_t data = what == DO_LOG && result > 0 && turn->data ? (size_t)result : 0;
  int size = snprintf(
      line, sizeof line, "%llu\t%c\t%s\t%s\t%lld\t%d\t%llu\t%zu\t%lld\t%s\t%s\n", (unsigned long long)turn->number,
      in_worker ? 'W' : 'P', families[turn->family], turn->call, (long long)result, error,
      has_inode ? (unsigned long long)status.st_ino : 0ULL, data, (long long)turn->value, turn->path,
      turn->other);
  size_t whole = (size_t)size + (data ? data + 1 : 0);
  uint64_t place = atomic_fetch_add(&shared->used, whole);
  if (place + whole > capacity) return;
  memcpy(shared->log + place, line, (size_t)size);
  if (!data) return;
  memcpy(shared->log + place + size, turn->data, data);
  shared->log[place + whole - 1] = '\n';
}

/* The file stands at the end of the write, appended or not. A worker may not ask. */
int64_t turn_begin_of_write(int descriptor, ssize_t written) {
  if (what != DO_LOG || in_worker) return 0;
  off_t now = lseek(descriptor, 0, SEEK_CUR);
  return now < 0 ? 0 : now - written;
}

static void end_all(const turn *turn) {
  atomic_fetch_add(&shared->hits, 1);
  record(turn, -1, 0);
  kernel(SYS_kill, kernel(SYS_getpid), SIGKILL);
  for (;;) pause();
}

/* Whether this call is the one, or one that follows it. */
static int is_struck(const turn *turn) {
  if (turn->number == at) {
    if (stays) atomic_store(&shared->failing, 1 + (uint64_t)turn->family);
    return 1;
  }
  if (!stays || atomic_load(&shared->failing) != 1 + (uint64_t)turn->family) return 0;
  if (code != EINTR && code != 0) return 1;
  return atomic_fetch_add(&shared->turns, 1) % 2;
}

int turn_begin(turn *turn) {
  turn->number = atomic_fetch_add(&shared->calls, 1) + 1;
  if (what == DO_KILL && turn->number == at && !after) end_all(turn);
  if (what != DO_FAIL || code == 0 || !is_struck(turn)) return 0;
  atomic_fetch_add(&shared->hits, 1);
  record(turn, -1, code);
  errno = code;
  return 1;
}

int turn_begin_sized(turn *turn, size_t *size) {
  if (what != DO_FAIL || code != 0) return turn_begin(turn);
  turn->number = atomic_fetch_add(&shared->calls, 1) + 1;
  if (*size < 2 || !is_struck(turn)) return 0;
  *size /= 2;
  atomic_fetch_add(&shared->hits, 1);
  turn->is_hit = 1;
  return 0;
}

void turn_end(turn *turn, int64_t result) {
  int saved = errno;
  if (what == DO_KILL && turn->number == at) end_all(turn);
  if (what == DO_COUNT || what == DO_LOG || turn->is_hit) record(turn, result, result < 0 ? saved : 0);
  errno = saved;
}
