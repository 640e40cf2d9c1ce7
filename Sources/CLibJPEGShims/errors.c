#include "errors.h"

#include <string.h>

#include <jerror.h>

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

/* True for the warnings that mean that pixels are made up: data that ends early or doesn't decode. */
static int is_damage(int code) {
  switch (code) {
  case JWRN_JPEG_EOF:
  case JWRN_HIT_MARKER:
  case JWRN_HUFF_BAD_CODE:
  case JWRN_ARITH_BAD_CODE:
  case JWRN_MUST_RESYNC:
  case JWRN_BOGUS_PROGRESSION:
  case JWRN_NOT_SEQUENTIAL:
    return 1;
  default:
    return 0;
  }
}

static void emit_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  shim_errors *errors = (shim_errors *)info->err;
  if (is_damage(info->err->msg_code)) {
    errors->status = SHIM_CORRUPT;
    note(info, errors);
    longjmp(errors->step, 1);
  }
  if (errors->warnings++ == 0) note(info, errors);
}

static void output_message(j_common_ptr info) { (void)info; }

struct jpeg_error_mgr *shim_errors_init(shim_errors *errors) {
  memset(errors, 0, sizeof *errors);
  jpeg_std_error(&errors->manager);
  errors->manager.error_exit = error_exit;
  errors->manager.emit_message = emit_message;
  errors->manager.output_message = output_message;
  return &errors->manager;
}

#define TEXT(token) #token
#define EXPANDED(macro) TEXT(macro)

const char *shim_libjpeg_version(void) { return EXPANDED(LIBJPEG_TURBO_VERSION); }
