#include <libraw/libraw_version.h>
