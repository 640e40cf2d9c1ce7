#include "codec_jpeg.h"
#include "codec_png.h"
