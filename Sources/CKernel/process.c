#define _GNU_SOURCE /* prlimit, environ, posix_spawn_file_actions_addclosefrom_np */
#include "CKernel.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The standard streams lead to /dev/null, the socket gets its descriptor, and nothing else stays open. */
static int add_actions(posix_spawn_file_actions_t *actions, int socket) {
  int failure = posix_spawn_file_actions_adddup2(actions, socket, KERNEL_WORKER_SOCKET);
  if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(actions, KERNEL_WORKER_SOCKET + 1);
  for (int stream = 0; stream <= 2 && !failure; stream++) {
    failure = posix_spawn_file_actions_addopen(actions, stream, "/dev/null", stream ? O_WRONLY : O_RDONLY, 0);
  }
  return failure;
}

static int set_signals(posix_spawnattr_t *attributes) {
  sigset_t blocked, all;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  sigaddset(&blocked, SIGTERM);
  sigaddset(&blocked, SIGHUP);
  sigfillset(&all);
  int failure = posix_spawnattr_setsigmask(attributes, &blocked);
  if (!failure) failure = posix_spawnattr_setsigdefault(attributes, &all);
  if (!failure) failure = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  return failure;
}

pid_t kernel_start_worker(const char *program, char *const arguments[], int socket) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  pid_t process = -1;
  int failure = posix_spawn_file_actions_init(&actions);
  if (!failure) {
    failure = posix_spawnattr_init(&attributes);
    if (!failure) {
      failure = add_actions(&actions, socket);
      if (!failure) failure = set_signals(&attributes);
      if (!failure) failure = posix_spawn(&process, program, &actions, &attributes, arguments, environ);
      posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
  }
  errno = failure;
  return failure ? -1 : process;
}

int kernel_set_soft_limit(pid_t process, int resource, uint64_t value) {
  struct rlimit limit;
  if (prlimit(process, resource, NULL, &limit)) return -1;
  limit.rlim_cur = value < limit.rlim_max ? value : limit.rlim_max;
  return prlimit(process, resource, &limit, NULL);
}

int kernel_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL); }

char *const *kernel_environment(void) { return environ; }

void kernel_forget_environment(void) {
  for (char **variable = environ; *variable; variable++) memset(*variable, 0, strlen(*variable));
}

int kernel_fstat(int descriptor, struct stat *status) {
  return (int)syscall(SYS_fstat, descriptor, status);
}
