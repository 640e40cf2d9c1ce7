#include "CKernel.h"

#include <errno.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

/* struct landlock_ruleset_attr as of ABI 6; the build system's header may be older. */
struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

/* Rights to files by ABI: 13 in the first, then REFER, TRUNCATE, and from ABI 5 on IOCTL_DEV. */
static uint64_t file_rights(int abi) {
  int count = abi >= 5 ? 16 : abi >= 3 ? 15 : abi == 2 ? 14 : 13;
  return (UINT64_C(1) << count) - 1;
}

int kernel_landlock_abi(void) {
  return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

/* Allows reading files below an open folder. */
static int allow_reading(int ruleset, int32_t folder) {
  struct landlock_path_beneath_attr rule = {.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE, .parent_fd = folder};
  return (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

int kernel_landlock(int abi, const int32_t *folders, size_t count) {
  struct ruleset ruleset = {
      .files = file_rights(abi),
      .network = abi >= 4 ? 3 : 0, /* to bind and to connect TCP sockets */
      .scopes = abi >= 6 ? 3 : 0,  /* abstract sockets and signals */
  };
  size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
  int descriptor = (int)syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
  if (descriptor < 0) return -1;
  int result = 0;
  for (size_t i = 0; i < count && result == 0; i++) result = allow_reading(descriptor, folders[i]);
  if (result == 0) result = (int)syscall(SYS_landlock_restrict_self, descriptor, 0);
  int failure = errno;
  close(descriptor);
  errno = failure;
  return result;
}
