/*
 * A library to preload (ld.so(8), LD_PRELOAD) that makes a disk slow: each call that opens a file with a certain name
 * waits first. Without both variables of the environment it does nothing.
 *
 * UPRIGHT_SLOW_NAMES         what the paths of these files end with, such as ".jpg".
 * UPRIGHT_SLOW_MILLISECONDS  how long a call waits.
 */
#ifndef CSLOW_H
#define CSLOW_H
#endif
