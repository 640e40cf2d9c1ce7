#include "de265_library.h"

#include <pthread.h>

#include <CKernel.h>

#include "codec.h"

#define SYMBOL(name) {"de265_" #name, offsetof(shim_de265_functions, name)},

static shim_de265_functions functions;
static const kernel_symbol symbols[] = {SHIM_DE265(SYMBOL)};
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  is_loaded = KERNEL_LOAD("libde265.so.0", symbols, &functions);
}

int shim_de265_load(void) {
  return pthread_once(&once, load) == 0 && is_loaded;
}

const shim_de265_functions *shim_de265(void) { return shim_de265_load() ? &functions : NULL; }

const char *shim_de265_version(void) {
  const shim_de265_functions *library = shim_de265();
  return library ? library->get_version() : NULL;
}
