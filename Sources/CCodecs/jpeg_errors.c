#include "jpeg_errors.h"

#include <string.h>

#include <jerror.h>

#include "jpeg_damage.h"

static void error_exit(j_common_ptr info) {
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  shim_jpeg_leave(info, info->err->msg_code == JERR_OUT_OF_MEMORY ? SHIM_NO_MEMORY : SHIM_FAILED, text);
}

void shim_jpeg_leave(j_common_ptr info, shim_status status, const char *message) {
  shim_jpeg_errors *errors = (shim_jpeg_errors *)info->err;
  errors->status = status;
  snprintf(errors->message, SHIM_MESSAGE_SIZE, "%s", message);
  longjmp(errors->step, 1);
}

int shim_jpeg_tolerates(shim_jpeg_errors *errors, int kind) {
  if (shim_tolerates(errors->decoder, kind)) return 1;
  const shim_damage *damage = &shim_jpeg_damages[kind];
  errors->status = SHIM_CORRUPT;
  snprintf(errors->message, SHIM_MESSAGE_SIZE, "%s (%s)", damage->words, damage->name);
  return 0;
}

static void emit_message(j_common_ptr info, int level) {
  shim_jpeg_errors *errors = (shim_jpeg_errors *)info->err;
  if (level >= 0 || !errors->decoder) return;
  if (!shim_jpeg_tolerates(errors, shim_jpeg_damage(info->err->msg_code))) longjmp(errors->step, 1);
}

static void output_message(j_common_ptr info) { (void)info; }

struct jpeg_error_mgr *shim_jpeg_errors_init(shim_jpeg_errors *errors, char *message, shim_decoder *decoder) {
  memset(errors, 0, sizeof *errors);
  errors->message = message;
  errors->decoder = decoder;
  jpeg_std_error(&errors->manager);
  errors->manager.error_exit = error_exit;
  errors->manager.emit_message = emit_message;
  errors->manager.output_message = output_message;
  return &errors->manager;
}
