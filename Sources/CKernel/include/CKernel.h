/*
 * System calls of Linux that Swift can't make itself: those without a function in the C library, and those whose
 * arguments are built by macros.
 *
 * Nothing here allocates or calls back. Functions that fail return -1 and leave errno.
 */
#ifndef CKERNEL_H
#define CKERNEL_H

#include <stddef.h>
#include <stdint.h>

/* Brings all that was written to the file system of the open file to the disk (syncfs(2)). */
int kernel_syncfs(int fd);

/* Renames what lies in one open folder into another, and never over anything: EEXIST (renameat2(2)). */
int kernel_rename_new(int from_folder, const char *from, int to_folder, const char *to);

#endif
