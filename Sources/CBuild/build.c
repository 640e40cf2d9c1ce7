#include "build.h"

const char *build_commit(void) { return BUILD_COMMIT; }

const char *build_libraries(void) { return BUILD_LIBRARIES; }
