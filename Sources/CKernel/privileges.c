#include "CKernel.h"

#include <errno.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* With an empty set, no started program can gain a capability. A process without capabilities may not change the
   set, and needn't. */
static int empty_bounding_set(void) {
  for (unsigned long capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++) {
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) && errno != EPERM) return -1;
  }
  return 0;
}

/* Ambient capabilities go with the inheritable ones. */
static int drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  if (empty_bounding_set()) return -1;
  return (int)syscall(SYS_capset, &header, none);
}

int kernel_renounce_privileges(void) {
  if (drop_capabilities() || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}
