#define _GNU_SOURCE
#include "CForbidden.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef SYS_openat2
#define SYS_openat2 437
#endif

static long zeros[32];
static struct sockaddr_in loopback(void) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

/* Files. */
static long read_file(void) { return syscall(SYS_openat, AT_FDCWD, "there", O_RDONLY); }
static long read_system_file(void) { return syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY); }
static long write_file(void) { return syscall(SYS_openat, AT_FDCWD, "there", O_WRONLY); }
static long make_file(void) { return syscall(SYS_openat, AT_FDCWD, "new", O_WRONLY | O_CREAT, 0600); }
static long list_folder(void) { return syscall(SYS_openat, AT_FDCWD, ".", O_RDONLY | O_DIRECTORY); }
static long open_beneath(void) {
  uint64_t how[3] = {O_RDONLY};
  return syscall(SYS_openat2, AT_FDCWD, "there", how, sizeof how);
}
static long make_folder(void) { return syscall(SYS_mkdirat, AT_FDCWD, "folder", 0700); }
static long remove_file(void) { return syscall(SYS_unlinkat, AT_FDCWD, "there", 0); }
static long remove_folder(void) { return syscall(SYS_unlinkat, AT_FDCWD, "empty", AT_REMOVEDIR); }
static long rename_file(void) { return syscall(SYS_renameat2, AT_FDCWD, "there", AT_FDCWD, "else", 0); }
static long make_link(void) { return syscall(SYS_symlinkat, "there", AT_FDCWD, "link"); }
static long make_hard_link(void) { return syscall(SYS_linkat, AT_FDCWD, "there", AT_FDCWD, "hard", 0); }
static long make_fifo(void) { return syscall(SYS_mknodat, AT_FDCWD, "fifo", S_IFIFO | 0600, 0); }
static long cut_file(void) { return syscall(SYS_truncate, "there", 0); }
static long change_mode(void) { return syscall(SYS_fchmodat, AT_FDCWD, "there", 0600); }
static long change_owner(void) { return syscall(SYS_fchownat, AT_FDCWD, "there", -1, -1, 0); }
static long look_at_file(void) { return syscall(SYS_newfstatat, AT_FDCWD, "there", zeros, 0); }
static long find_file(void) { return syscall(SYS_faccessat, AT_FDCWD, "there", F_OK); }
static long change_folder(void) { return syscall(SYS_chdir, "/"); }
static long change_root(void) { return syscall(SYS_chroot, "."); }
static long mount_folder(void) { return syscall(SYS_mount, "none", ".", "tmpfs", 0, NULL); }
static long watch_files(void) { return syscall(SYS_inotify_init1, 0); }
static long map_file(void) {
  return syscall(SYS_mmap, NULL, 4096, PROT_READ, MAP_PRIVATE, 0, 0) == -1 ? -1 : 0;
}

/* The network. */
static long internet_socket(void) { return syscall(SYS_socket, AF_INET, SOCK_STREAM, 0); }
static long local_socket(void) { return syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0); }
static long datagram_socket(void) { return syscall(SYS_socket, AF_INET, SOCK_DGRAM, 0); }
static long socket_pair(void) {
  int ends[2];
  return syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, ends);
}
static long connect_anywhere(void) {
  struct sockaddr_in address = loopback();
  address.sin_port = htons(9);
  int socket = (int)syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
  return syscall(SYS_connect, socket, &address, sizeof address);
}
static long bind_anywhere(void) {
  struct sockaddr_in address = loopback();
  int socket = (int)syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
  return syscall(SYS_bind, socket, &address, sizeof address);
}
static long send_elsewhere(void) {
  struct msghdr message = {0};
  return syscall(SYS_sendmsg, 0, &message, 0);
}

/* Processes. */
static long run_program(void) {
  char *const arguments[] = {"true", NULL};
  return syscall(SYS_execve, "/bin/true", arguments, arguments + 1);
}
static long new_process(void) {
  long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) syscall(SYS_exit_group, 0);
  return child;
}
static long new_process_again(void) {
  long child = syscall(SYS_clone3, zeros, 64);
  if (child == 0) syscall(SYS_exit_group, 0);
  return child;
}
static long signal_parent(void) { return syscall(SYS_kill, getppid(), 0); }
static long signal_thread(void) { return syscall(SYS_tgkill, getppid(), getppid(), 0); }
static long hold_process(void) { return syscall(SYS_pidfd_open, getppid(), 0); }
static long trace_itself(void) { return syscall(SYS_ptrace, PTRACE_TRACEME, 0, 0, 0); }
static long read_memory(void) {
  return syscall(SYS_process_vm_readv, getppid(), zeros, 0, zeros, 0, 0);
}
static long more_memory(void) {
  struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
  return syscall(SYS_prlimit64, 0, RLIMIT_AS, &limit, NULL);
}
static long be_dumpable(void) { return syscall(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0); }
static long outlive_parent(void) { return syscall(SYS_prctl, PR_SET_PDEATHSIG, 0, 0, 0, 0); }
static long change_user(void) { return syscall(SYS_setuid, getuid()); }
static long new_namespace(void) { return syscall(SYS_unshare, CLONE_NEWUSER); }
static long handle_signals(void) { return syscall(SYS_rt_sigaction, SIGSYS, NULL, NULL, 8); }

/* The kernel's less travelled roads. */
static long map_code(void) {
  return syscall(SYS_mmap, NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == -1 ? -1 : 0;
}
static long turn_into_code(void) {
  uintptr_t page = (uintptr_t)zeros & ~(uintptr_t)4095;
  return syscall(SYS_mprotect, page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC);
}
static long memory_file(void) { return syscall(SYS_memfd_create, "x", 0); }
static long ring(void) { return syscall(SYS_io_uring_setup, 1, zeros); }
static long kernel_program(void) { return syscall(SYS_bpf, 0, zeros, 0); }
static long measure(void) { return syscall(SYS_perf_event_open, zeros, 0, -1, -1, 0); }
static long handle_faults(void) { return syscall(SYS_userfaultfd, 0); }
static long read_keys(void) { return syscall(SYS_keyctl, 0, 0, 0, 0, 0); }
static long control_device(void) { return syscall(SYS_ioctl, 0, 0x5401, zeros); }
static long copy_descriptor(void) { return syscall(SYS_dup, 0); }

/* Advice about no memory at all, so that none is lost where it is taken. */
static long advise(int advice) { return syscall(SYS_madvise, NULL, 0, advice); }
static long poison_memory(void) { return advise(100 /* MADV_HWPOISON */); }
static long retire_memory(void) { return advise(101 /* MADV_SOFT_OFFLINE */); }
static long guard_memory(void) { return advise(102 /* MADV_GUARD_INSTALL */); }
static long merge_memory(void) { return advise(MADV_MERGEABLE); }
static long remove_memory(void) { return advise(MADV_REMOVE); }

/* Calls of x86-64 that probes make, by number. */
static long return_from_probe(void) { return syscall(335); }
static long enter_probe(void) { return syscall(336); }

typedef struct {
  const char *name;
  long (*act)(void);
} entry;

#define ENTRY(act) {#act, act}
static const entry entries[] = {
    ENTRY(read_file),       ENTRY(read_system_file), ENTRY(write_file),      ENTRY(make_file),
    ENTRY(list_folder),     ENTRY(open_beneath),     ENTRY(make_folder),     ENTRY(remove_file),
    ENTRY(remove_folder),   ENTRY(rename_file),      ENTRY(make_link),       ENTRY(make_hard_link),
    ENTRY(make_fifo),       ENTRY(cut_file),         ENTRY(change_mode),     ENTRY(change_owner),
    ENTRY(look_at_file),    ENTRY(find_file),        ENTRY(change_folder),   ENTRY(change_root),
    ENTRY(mount_folder),    ENTRY(watch_files),      ENTRY(map_file),        ENTRY(internet_socket),
    ENTRY(local_socket),    ENTRY(datagram_socket),  ENTRY(socket_pair),     ENTRY(connect_anywhere),
    ENTRY(bind_anywhere),   ENTRY(send_elsewhere),   ENTRY(run_program),     ENTRY(new_process),
    ENTRY(new_process_again), ENTRY(signal_parent),  ENTRY(signal_thread),   ENTRY(hold_process),
    ENTRY(trace_itself),    ENTRY(read_memory),      ENTRY(more_memory),     ENTRY(be_dumpable),
    ENTRY(outlive_parent),  ENTRY(change_user),      ENTRY(new_namespace),   ENTRY(handle_signals),
    ENTRY(map_code),        ENTRY(turn_into_code),   ENTRY(memory_file),     ENTRY(ring),
    ENTRY(kernel_program),  ENTRY(measure),          ENTRY(handle_faults),   ENTRY(read_keys),
    ENTRY(control_device),  ENTRY(copy_descriptor),  ENTRY(poison_memory),   ENTRY(retire_memory),
    ENTRY(guard_memory),    ENTRY(merge_memory),     ENTRY(remove_memory),   ENTRY(return_from_probe),
    ENTRY(enter_probe),
};

static int is_entry(int index) { return index >= 0 && (size_t)index < sizeof entries / sizeof *entries; }

const char *forbidden_name(int index) { return is_entry(index) ? entries[index].name : NULL; }

int forbidden_try(int index) {
  if (!is_entry(index)) return EINVAL;
  return entries[index].act() < 0 ? errno : 0;
}
