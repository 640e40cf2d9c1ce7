#include <stdlib.h>

/*
 * LibRaw's methods AAHD, DHT and DCB, and its noise reduction FBDD, by their names in C++. raw_library.cpp asks for AHD
 * and never calls these, and they would be a third of a megabyte of the binary.
 */
_Noreturn void _ZN6LibRaw16aahd_interpolateEv(void) { abort(); }
_Noreturn void _ZN6LibRaw15dht_interpolateEv(void) { abort(); }
_Noreturn void _ZN6LibRaw3dcbEii(void) { abort(); }
_Noreturn void _ZN6LibRaw4fbddEi(void) { abort(); }
