#include "CKernel.h"

static int argument_count;
static char **arguments;

/* The C library passes the arguments of `main` to constructors too. */
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

char **kernel_arguments(int *count) {
  *count = argument_count;
  return arguments;
}
