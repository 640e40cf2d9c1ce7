/* Things that a worker must not be able to do, each by its raw system call. */
#ifndef CFORBIDDEN_H
#define CFORBIDDEN_H

/* One of them, by its place in the list; NULL behind the last. */
const char *forbidden_name(int index);

/* Tries it. Returns 0 when it could be done, else errno. Files have relative names. */
int forbidden_try(int index);

#endif
