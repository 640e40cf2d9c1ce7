/* System calls of the tests that Swift can't make. */
#ifndef CTORTURE_H
#define CTORTURE_H

/* Swaps what two paths name, in one step. -1 and errno where it can't be done. */
int ctorture_exchange(const char *one, const char *other);

#endif
