#include "jpeg_errors.h"

#include <string.h>

#include <jerror.h>

#include "jpeg_damage.h"

static void note(j_common_ptr info, shim_errors *errors) {
  char text[JMSG_LENGTH_MAX];
  info->err->format_message(info, text);
  snprintf(errors->message, sizeof errors->message, "%s", text);
}

static void error_exit(j_common_ptr info) {
  shim_errors *errors = (shim_errors *)info->err;
  errors->status = info->err->msg_code == JERR_OUT_OF_MEMORY ? SHIM_NO_MEMORY : SHIM_FAILED;
  note(info, errors);
  longjmp(errors->step, 1);
}

void shim_errors_leave(j_common_ptr info, shim_status status, const char *message) {
  shim_errors *errors = (shim_errors *)info->err;
  errors->status = status;
  snprintf(errors->message, sizeof errors->message, "%s", message);
  longjmp(errors->step, 1);
}

int shim_errors_tolerate(shim_errors *errors, int kind) {
  const shim_damage *damage = &shim_damages[kind];
  if (errors->damage[kind] < INT32_MAX) errors->damage[kind]++;
  if (damage->class < errors->on_corrupt) return 1;
  errors->status = SHIM_CORRUPT;
  snprintf(errors->message, sizeof errors->message, "%s (%s)", damage->words, damage->name);
  return 0;
}

static void emit_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  shim_errors *errors = (shim_errors *)info->err;
  if (!shim_errors_tolerate(errors, shim_damage_kind(info->err->msg_code))) longjmp(errors->step, 1);
}

static void output_message(j_common_ptr info) { (void)info; }

struct jpeg_error_mgr *shim_errors_init(shim_errors *errors) {
  memset(errors, 0, sizeof *errors);
  errors->on_corrupt = SHIM_FAIL_ON_NOTHING;
  jpeg_std_error(&errors->manager);
  errors->manager.error_exit = error_exit;
  errors->manager.emit_message = emit_message;
  errors->manager.output_message = output_message;
  return &errors->manager;
}

#define TEXT(token) #token
#define EXPANDED(macro) TEXT(macro)

const char *shim_libjpeg_version(void) { return EXPANDED(LIBJPEG_TURBO_VERSION); }
