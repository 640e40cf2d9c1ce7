#include "failure.h"

static void leave(j_common_ptr info) { longjmp(((failure *)info->err)->place, 1); }

static void count_warning(j_common_ptr info, int level) {
  if (level < 0) info->err->num_warnings++;
}

struct jpeg_error_mgr *failure_init(failure *failure) {
  jpeg_std_error(&failure->manager);
  failure->manager.error_exit = leave;
  failure->manager.emit_message = count_warning;
  return &failure->manager;
}
