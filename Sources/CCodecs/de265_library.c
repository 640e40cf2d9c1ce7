#include "de265_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "codec.h"

static shim_de265_functions functions;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const struct {
  const char *name;
  size_t place;
} symbols[] = {
#define SYMBOL(name) {"de265_" #name, offsetof(shim_de265_functions, name)}
    SYMBOL(get_version),
    SYMBOL(new_decoder),
    SYMBOL(free_decoder),
    SYMBOL(push_NAL),
    SYMBOL(flush_data),
    SYMBOL(decode),
    SYMBOL(get_next_picture),
    SYMBOL(get_warning),
    SYMBOL(isOK),
    SYMBOL(get_image_width),
    SYMBOL(get_image_height),
    SYMBOL(get_chroma_format),
    SYMBOL(get_bits_per_pixel),
    SYMBOL(get_image_plane),
    SYMBOL(get_image_full_range_flag),
    SYMBOL(get_image_matrix_coefficients),
#undef SYMBOL
};

static void load(void) {
  void *library = dlopen("libde265.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    void *symbol = dlsym(library, symbols[i].name);
    if (!symbol) return;
    memcpy((char *)&functions + symbols[i].place, &symbol, sizeof symbol);
  }
  is_loaded = 1;
}

int shim_de265_load(void) {
  return pthread_once(&once, load) == 0 && is_loaded;
}

const shim_de265_functions *shim_de265(void) { return shim_de265_load() ? &functions : NULL; }

const char *shim_de265_version(void) {
  const shim_de265_functions *library = shim_de265();
  return library ? library->get_version() : NULL;
}
