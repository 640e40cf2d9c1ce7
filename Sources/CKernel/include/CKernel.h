/*
 * System calls of Linux that Swift can't make itself: those without a function in the C library, and those whose
 * arguments are built by macros.
 *
 * Nothing here calls back. Functions that fail return -1 and leave errno.
 */
#ifndef CKERNEL_H
#define CKERNEL_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

/* Brings all that was written to the file system of the open file to the disk (syncfs(2)). */
int kernel_syncfs(int fd);

/* Renames what lies in one open folder into another, and never over anything: EEXIST (renameat2(2)). */
int kernel_rename_new(int from_folder, const char *from, int to_folder, const char *to);

/* The arguments of `main`, and how many there are. */
char **kernel_arguments(int *count);

/*
 * Opens a new file in a folder that has no name yet, for reading and writing (open(2), O_TMPFILE). EOPNOTSUPP where it could
 * be given none later.
 */
int kernel_unnamed_file(const char *folder);

/* Gives such a file a name that is free, else EEXIST (linkat(2)). */
int kernel_name_file(int file, const char *path);

/* A file without a place that lies in memory (memfd_create(2)). */
int kernel_memory_file(const char *name);

/* fstat(2) by the call of that name. The C library's goes by newfstatat, which could be given a path as well. */
int kernel_fstat(int descriptor, struct stat *status);

/* The most descriptors that one message carries (unix(7)). */
enum { KERNEL_MOST_DESCRIPTORS = 253 };

/*
 * Sends up to `count` bytes over a stream socket, and with the first of them descriptors. Returns how many bytes went;
 * then all descriptors did. Never raises SIGPIPE, and goes on after EINTR.
 */
ptrdiff_t kernel_send(int socket, const void *bytes, size_t count, const int *descriptors,
                      size_t descriptor_count);

/*
 * Receives up to `count` bytes; 0 when the other end is closed. Descriptors that come with them go to `descriptors`,
 * which has room for KERNEL_MOST_DESCRIPTORS, closed in programs that are started; EMFILE, and all of them closed, when
 * one more can't be open. With NULL whatever comes is closed. Goes on after EINTR.
 */
ptrdiff_t kernel_receive(int socket, void *bytes, size_t count, int *descriptors, size_t *descriptor_count);

/* The descriptor that a worker finds its socket at. */
enum { KERNEL_WORKER_SOCKET = 3 };

/*
 * Starts `program` with the socket, with nothing else open and the streams leading nowhere. SIGINT, SIGTERM and SIGHUP
 * are blocked: what a terminal sends to all is the parent's to answer. Returns the process.
 */
pid_t kernel_start_worker(const char *program, char *const arguments[], int socket);

/* Sets a process's soft limit (setrlimit(2)), at most as high as its hard one. */
int kernel_set_soft_limit(pid_t process, int resource, uint64_t value);

/* From now on this process is killed when the thread that started it ends (prctl(2), PR_SET_PDEATHSIG). */
int kernel_end_with_parent(void);

/*
 * Copies the first `size` bytes of the GNU build id of the loaded library whose file name begins with `prefix`
 * (elf(5), notes). 0 where none is loaded or it has none.
 */
int32_t kernel_build_id(const char *prefix, uint8_t *id, size_t size);

/* Overwrites all environment variables, which may be secrets. */
void kernel_forget_environment(void);

/*
 * Gives up all capabilities of this thread and what exec could grant (capabilities(7)), and lets no process of the same
 * user look inside (prctl(2)). For good.
 */
int kernel_renounce_privileges(void);

/* The version of Landlock that the kernel has switched on (landlock(7)). */
int kernel_landlock_abi(void);

/* Denies all that Landlock of this version can deny; what is open stays open. For good. */
int kernel_landlock(int abi);

/*
 * Allows the system calls that decoding and encoding open files takes, and messages over `socket`; any other call ends
 * the process by SIGSYS, having sent two 32-bit words: 0, and the call's number plus 1. For good.
 */
int kernel_seccomp(int socket);

#endif
