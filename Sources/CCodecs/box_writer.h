#ifndef BOX_WRITER_H
#define BOX_WRITER_H

#include "encoding.h"

/*
 * Writes boxes (ISO/IEC 14496-12, 4.2) with big-endian numbers. After memory has run out, calls do nothing.
 */
typedef struct {
  shim_output *file;
  int lacks_memory;
} box_writer;

void shim_box_add(box_writer *writer, const void *bytes, size_t count);

/* Adds a number of at most 4 bytes. */
void shim_box_number(box_writer *writer, uint32_t value, int bytes);

/* Sets or gets the 4 bytes at an offset of the file. */
void shim_box_set(box_writer *writer, size_t place, uint32_t value);
uint32_t shim_box_get(const box_writer *writer, size_t place);

/* Begins a box; returns its place for shim_box_end. */
size_t shim_box_begin(box_writer *writer, const char *type);

/* Begins a box with a version and zero flags. */
size_t shim_box_begin_full(box_writer *writer, const char *type, uint32_t version);

void shim_box_end(box_writer *writer, size_t place);

#endif
