#ifndef SCANS_H
#define SCANS_H

#include "codec.h"

/*
 * How many scans the JPEG in `range` of the file open at fd has, counted up to `most` + 1, by its markers alone and in
 * little memory. A file that can't be read ends where it can't.
 */
int shim_count_scans(int fd, shim_range range, int most);

#endif
