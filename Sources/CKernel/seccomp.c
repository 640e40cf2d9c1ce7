#define _GNU_SOURCE /* SYS_SECCOMP, si_syscall */
#include "CKernel.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
/* Calls of the x32 ABI set this bit. */
#define FIRST_FOREIGN_CALL 0x40000000
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#define FIRST_FOREIGN_CALL 0x7fffffff
#endif

static int report_socket = -1;

/* Sends the number of the call to the socket. The signal then ends the process: its handler is reset to the
   default. */
static void report(int signal, siginfo_t *info, void *frame) {
  (void)frame;
  uint32_t words[2] = {0, (uint32_t)info->si_syscall + 1};
  struct iovec part = {.iov_base = words, .iov_len = sizeof words};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  (void)sendmsg(report_socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  syscall(SYS_tgkill, getpid(), gettid(), signal);
}

static int set_report(int socket) {
  report_socket = socket;
  struct sigaction action = {.sa_sigaction = report, .sa_flags = SA_SIGINFO | SA_RESETHAND | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  return sigaction(SIGSYS, &action, NULL);
}

#ifdef OWN_ARCHITECTURE

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
/* The low half of an argument; both processor architectures are little-endian. */
#define LOAD_ARGUMENT(index) LOAD(args[index])
#define END(action) BPF_STMT(BPF_RET | BPF_K, action)
#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), END(SECCOMP_RET_ALLOW)
/* Allows a call only with this argument value. */
#define ALLOW_IF(call, index, value)                                                                                 \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4), LOAD_ARGUMENT(index),                                             \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), END(SECCOMP_RET_ALLOW), END(SECCOMP_RET_TRAP)

/* No call has this number. */
#define NO_CALL 0xffffffff
/* Answers a call without making it. */
#define ANSWER(call, number)                                                                                         \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), END(SECCOMP_RET_ERRNO | (number))
/* Allows a call only if an argument has none of these bits. */
#define ALLOW_WITHOUT(call, index, bits)                                                                             \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4), LOAD_ARGUMENT(index),                                             \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0), END(SECCOMP_RET_ALLOW), END(SECCOMP_RET_TRAP)
#ifndef SYS_access /* arm64 */
#define SYS_access SYS_faccessat
#endif

/* The flags with which the C library starts a thread (clone(2)). */
enum {
  THREAD = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS |
           CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID,
};

/* From Linux 6.14 on, uretprobe(2) passes every filter, later uprobe(2) too; both fail outside of probes. */
int kernel_seccomp(int socket, int reads_fonts) {
#define FONTS(call) (reads_fonts ? (uint32_t)(call) : NO_CALL)
  struct sock_filter filter[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
      END(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_FOREIGN_CALL, 0, 1),
      END(SECCOMP_RET_KILL_PROCESS),
      /* Reads and writes of open files. */
      ALLOW(SYS_pread64),
      ALLOW(SYS_pwrite64),
      ALLOW(SYS_write),
      ALLOW(SYS_writev),
      ALLOW_IF(SYS_ftruncate, 1, 0),
      ALLOW_IF(SYS_lseek, 1, 0),
      ALLOW(SYS_read),
      ALLOW(SYS_fstat),
      ALLOW(SYS_close),
      ALLOW_IF(SYS_recvmsg, 0, (uint32_t)socket),
      ALLOW_IF(SYS_sendmsg, 0, (uint32_t)socket),
      /* Memory. It can't be executable or map a file, and only malloc's own madvise(2) is allowed. */
      ALLOW(SYS_brk),
      ALLOW(SYS_munmap),
      ALLOW(SYS_mremap),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_madvise, 0, 6),
      LOAD_ARGUMENT(2),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MADV_DONTNEED, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MADV_FREE, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MADV_HUGEPAGE, 0, 1),
      END(SECCOMP_RET_ALLOW),
      END(SECCOMP_RET_TRAP),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 6),
      LOAD_ARGUMENT(2),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 3, 0),
      LOAD_ARGUMENT(3),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS | (reads_fonts ? MAP_PRIVATE : 0), 0, 1),
      END(SECCOMP_RET_ALLOW),
      END(SECCOMP_RET_TRAP),
      /* Time, random numbers, locks. */
      ALLOW(SYS_clock_gettime),
      ALLOW(SYS_getrandom),
      ALLOW(SYS_futex),
      ALLOW(SYS_sched_yield),
      ALLOW(SYS_restart_syscall),
      /* Font files. Each is said to be accessible: opening it decides. */
      ALLOW_WITHOUT(FONTS(SYS_openat), 2, (uint32_t)~O_CLOEXEC),
      ANSWER(FONTS(SYS_access), 0),
      ALLOW_IF(FONTS(SYS_newfstatat), 3, AT_EMPTY_PATH),
      ALLOW_IF(FONTS(SYS_fcntl), 1, F_SETFD),
      /* Threads. The C library takes clone(2), whose flags a filter can see, if there is no clone3(2). */
      ANSWER(FONTS(SYS_clone3), ENOSYS),
      ALLOW_IF(FONTS(SYS_clone), 0, THREAD),
      ALLOW_WITHOUT(FONTS(SYS_mprotect), 2, PROT_EXEC),
      ALLOW(FONTS(SYS_set_robust_list)),
      ALLOW(FONTS(SYS_rseq)),
      ALLOW_IF(FONTS(SYS_prctl), 0, PR_SET_NAME),
      /* The end of the process, by abort() too. */
      ALLOW(SYS_exit),
      ALLOW(SYS_exit_group),
      ALLOW(SYS_rt_sigprocmask),
      ALLOW(SYS_rt_sigreturn),
      ALLOW(SYS_getpid),
      ALLOW(SYS_gettid),
      ALLOW_IF(SYS_tgkill, 0, (uint32_t)getpid()),
      END(SECCOMP_RET_TRAP),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  if (set_report(socket)) return -1;
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

#else

int kernel_seccomp(int socket, int reads_fonts) {
  (void)socket;
  (void)reads_fonts;
  errno = ENOSYS;
  return -1;
}

#endif
