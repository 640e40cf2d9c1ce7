/*
 * System calls of Linux that Swift can't make itself: calls without a function in the C library, and calls whose
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

/* Flushes the file system of the open file to the disk (syncfs(2)). */
int kernel_syncfs(int fd);

/* Renames a file from one open folder to another; EEXIST if the target exists (renameat2(2)). */
int kernel_rename_new(int from_folder, const char *from, int to_folder, const char *to);

/* The arguments of `main` and their number. */
char **kernel_arguments(int *count);

/*
 * The name of an optional feature of x86-64 processors, such as avx2: at run time upright's code or that of its
 * libraries is chosen by it. Empty if this processor lacks it. NULL behind the last one, and on other processors.
 */
const char *kernel_processor_feature(size_t index);

/*
 * Opens a new unnamed file in a folder for reading and writing (open(2), O_TMPFILE). EOPNOTSUPP if it couldn't get
 * a name later.
 */
int kernel_unnamed_file(const char *folder);

/* Gives an unnamed file a free name; EEXIST if the name is taken (linkat(2)). */
int kernel_name_file(int file, const char *path);

/* A file in memory without a path (memfd_create(2)). */
int kernel_memory_file(const char *name);

/* Lets nobody make a file in memory longer (fcntl(2), F_SEAL_GROW). */
int kernel_seal_growth(int file);

/* Lets nobody change a file in memory (fcntl(2), F_SEAL_WRITE). */
int kernel_seal(int file);

/* fstat(2) by the system call of that name. The C library uses newfstatat, which also takes paths. */
int kernel_fstat(int descriptor, struct stat *status);

/* The most descriptors in one message (unix(7)). */
enum { KERNEL_MOST_DESCRIPTORS = 253 };

/*
 * Sends up to `count` bytes over a stream socket, and all descriptors with the first byte. Returns the bytes sent;
 * if any were, all descriptors were too. Never raises SIGPIPE, and retries after EINTR.
 */
ptrdiff_t kernel_send(int socket, const void *bytes, size_t count, const int *descriptors,
                      size_t descriptor_count);

/*
 * Receives up to `count` bytes; 0 if the other end is closed. Descriptors go to `descriptors`, which has room for
 * KERNEL_MOST_DESCRIPTORS, with close-on-exec set. If one can't be opened, all are closed and the error is EMFILE.
 * With NULL all descriptors are closed. Retries after EINTR.
 */
ptrdiff_t kernel_receive(int socket, void *bytes, size_t count, int *descriptors, size_t *descriptor_count);

/* The descriptor of a worker process's socket. */
enum { KERNEL_WORKER_SOCKET = 3 };

/*
 * Starts `program` with the socket and nothing else open; the standard streams lead to /dev/null. SIGINT, SIGTERM
 * and SIGHUP are blocked: the parent handles a terminal's signals. Returns the process id.
 */
pid_t kernel_start_worker(const char *program, char *const arguments[], int socket);

/* Sets a process's soft limit, at most to its hard limit (setrlimit(2)). */
int kernel_set_soft_limit(pid_t process, int resource, uint64_t value);

/* Has this process killed when the thread that started it ends (prctl(2), PR_SET_PDEATHSIG). */
int kernel_end_with_parent(void);

/*
 * Copies the first `size` bytes of a loaded library's GNU build id (elf(5), notes). The library's file name begins
 * with `prefix`. 0 if none is loaded or it has no build id.
 */
int32_t kernel_build_id(const char *prefix, uint8_t *id, size_t size);

/* A function of a library that is loaded on demand. */
typedef struct {
  const char *name;
  /* The place of its address in the table of functions. */
  size_t place;
} kernel_symbol;

/* Loads a library and fills a table with its functions. False if the library or one of them is missing. */
int kernel_load_library(const char *file, const kernel_symbol *symbols, size_t count, void *functions);

/* The same with an array of symbols. */
#define KERNEL_LOAD(file, symbols, functions) \
  kernel_load_library(file, symbols, sizeof symbols / sizeof *symbols, functions)

/* The environment variables, as NAME=VALUE; the last one is followed by NULL. Nobody may change them meanwhile. */
char *const *kernel_environment(void);

/* Overwrites all environment variables, since they may hold secrets. */
void kernel_forget_environment(void);

/*
 * Permanently drops all capabilities of this thread and those that exec could grant (capabilities(7)). Other
 * processes of the same user can't inspect it any more (prctl(2)).
 */
int kernel_renounce_privileges(void);

/* The Landlock version enabled in the kernel (landlock(7)). */
int kernel_landlock_abi(void);

/*
 * Permanently denies all that this Landlock version can deny, except reading files below `count` open folders. Open
 * files stay usable.
 */
int kernel_landlock(int abi, const int32_t *folders, size_t count);

/*
 * Permanently allows only the system calls for decoding and encoding open files, and messages over `socket`, in all
 * threads of the process. Any other call sends two 32-bit words, 0 and the call's number plus 1, and then ends the
 * process by SIGSYS. Not 0 on failure: then a positive number is that of a thread that can't be confined.
 *
 * With `reads_fonts`, files can be opened for reading and mapped without code, and threads can be started.
 */
int kernel_seccomp(int socket, int reads_fonts);

#endif
