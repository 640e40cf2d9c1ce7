#ifndef SCANS_H
#define SCANS_H

#include "codec.h"

/*
 * The number of scans of the JPEG in `range` of the file open at fd, counted up to `most` + 1. It reads only
 * markers, with little memory. A read error counts as the file's end.
 */
int shim_count_scans(int fd, shim_range range, int most);

#endif
