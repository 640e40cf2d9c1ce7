#ifndef LIBRARY_H
#define LIBRARY_H

#include <stddef.h>

/* A function of a library that is loaded on demand. */
typedef struct {
  const char *name;
  /* The place of its address in the table of functions. */
  size_t place;
} shim_symbol;

/* Loads a library and fills a table with its functions. False if the library or one of them is missing. */
int shim_load_library(const char *file, const shim_symbol *symbols, size_t count, void *functions);

/* The same with an array of symbols. */
#define SHIM_LOAD(file, symbols, functions) shim_load_library(file, symbols, sizeof symbols / sizeof *symbols, functions)

#endif
