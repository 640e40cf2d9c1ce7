#ifndef READER_H
#define READER_H

/* A file that is read in order and hashed. */
typedef struct shim_input shim_reader;

/* For a range of the file open at `fd`; `digest` is a struct sha256_ctx or NULL. NULL if memory runs out. */
shim_reader *shim_reader_create(int fd, shim_range range, void *digest);

/* Fills `into` up to the file's end. Returns the bytes read, 0 at the end, -1 on an error. */
ptrdiff_t shim_reader_fill(shim_reader *reader, void *into, size_t size);

/* Reads the rest of the file up to `limit`. Returns 0, or -1 on an error. */
int shim_reader_drain(shim_reader *reader, int64_t limit);

/* Starts to measure the time of reading and hashing. */
void shim_reader_time(shim_reader *reader);

/* The measured time in nanoseconds. */
int64_t shim_reader_read_time(const shim_reader *reader);

/* The errno of the failed read. */
int shim_reader_errno(const shim_reader *reader);

void shim_reader_destroy(shim_reader *reader);

/* CLOCK_MONOTONIC in nanoseconds. */
int64_t shim_now(void);

#endif
