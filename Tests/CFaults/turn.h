/* What the interposed calls share: whether a call counts, whether it is to fail, and its record. */
#ifndef TURN_H
#define TURN_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { TURN_PATH = 2 * PATH_MAX };

typedef enum {
  FAMILY_OPEN,
  FAMILY_READ,
  FAMILY_WRITE,
  FAMILY_SYNC,
  FAMILY_RENAME,
  FAMILY_LINK,
  FAMILY_REMOVE,
  FAMILY_TRUNCATE,
  FAMILY_MKDIR,
  FAMILY_STAT,
  FAMILY_CLOSE,
  FAMILY_LIST,
  FAMILY_LOCK
} family;

/* One call that counts. */
typedef struct {
  family family;
  const char *call;
  uint64_t number;
  int is_hit;
  /* Set to what the record is to hold, where it is known. */
  int descriptor;
  int64_t value;
  const void *data;
  size_t data_size;
  char path[TURN_PATH];
  char other[TURN_PATH];
} turn;

/* The next definition of a function, behind ours. */
void *turn_next(const char *name);

/* Whether a call on a path counts; fills in `turn`. */
int turn_on_path(turn *turn, family family, const char *call, int folder, const char *path);

/* Whether a call on a descriptor counts. */
int turn_on_descriptor(turn *turn, family family, const char *call, int descriptor);

/* The second path of a call that counts. */
void turn_other(turn *turn, int folder, const char *path);

/* Numbers a call. True when it has to fail: errno is set then. May not return. */
int turn_begin(turn *turn);

/* The same for a call that can be cut short: lessens `*size`. */
int turn_begin_sized(turn *turn, size_t *size);

/* Records a call that was made; leaves errno alone. May not return. */
void turn_end(turn *turn, int64_t result);

/* Where a write of so many bytes began; 0 where nobody wants to know. */
int64_t turn_begin_of_write(int descriptor, ssize_t written);

/* A worker has got its first request. */
void turn_worker_starts(void);

#endif
