#include "dav1d_library.h"

#include <pthread.h>

#include <CKernel.h>

#include "codec.h"

#define SYMBOL(name) {"dav1d_" #name, offsetof(shim_dav1d_functions, name)},

static shim_dav1d_functions functions;
static const kernel_symbol symbols[] = {SHIM_DAV1D(SYMBOL)};
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  is_loaded = KERNEL_LOAD("libdav1d.so.6", symbols, &functions);
}

int shim_dav1d_load(void) {
  return pthread_once(&once, load) == 0 && is_loaded;
}

const shim_dav1d_functions *shim_dav1d(void) { return shim_dav1d_load() ? &functions : NULL; }

const char *shim_dav1d_version(void) {
  const shim_dav1d_functions *library = shim_dav1d();
  return library ? library->version() : NULL;
}
