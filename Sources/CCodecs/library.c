#include "library.h"

#include <dlfcn.h>
#include <string.h>

int shim_load_library(const char *file, const shim_symbol *symbols, size_t count, void *functions) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  for (size_t i = 0; i < count; i++) {
    void *symbol = dlsym(library, symbols[i].name);
    if (!symbol) return 0;
    memcpy((char *)functions + symbols[i].place, &symbol, sizeof symbol);
  }
  return 1;
}
