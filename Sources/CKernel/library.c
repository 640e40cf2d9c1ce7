#include <dlfcn.h>
#include <string.h>

#include "CKernel.h"

int kernel_load_library(const char *file, const kernel_symbol *symbols, size_t count, void *functions) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  for (size_t i = 0; i < count; i++) {
    void *symbol = dlsym(library, symbols[i].name);
    if (!symbol) return 0;
    memcpy((char *)functions + symbols[i].place, &symbol, sizeof symbol);
  }
  return 1;
}
