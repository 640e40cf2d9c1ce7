#include "box_writer.h"

void shim_box_add(box_writer *writer, const void *bytes, size_t count) {
  if (!writer->lacks_memory && !shim_output_add(writer->file, bytes, count)) writer->lacks_memory = 1;
}

void shim_box_set(box_writer *writer, size_t place, uint32_t value) {
  if (writer->lacks_memory) return;
  uint8_t *bytes = writer->file->bytes + place;
  for (int byte = 0; byte < 4; byte++) bytes[byte] = (uint8_t)(value >> (24 - 8 * byte));
}

uint32_t shim_box_get(const box_writer *writer, size_t place) {
  uint32_t value = 0;
  const uint8_t *bytes = writer->file->bytes + place;
  for (int byte = 0; byte < 4 && !writer->lacks_memory; byte++) value = value << 8 | bytes[byte];
  return value;
}

void shim_box_number(box_writer *writer, uint32_t value, int bytes) {
  uint8_t text[4];
  for (int byte = 0; byte < bytes; byte++) text[byte] = (uint8_t)(value >> (8 * (bytes - 1 - byte)));
  shim_box_add(writer, text, (size_t)bytes);
}

size_t shim_box_begin(box_writer *writer, const char *type) {
  const size_t place = writer->file->count;
  shim_box_number(writer, 0, 4);
  shim_box_add(writer, type, 4);
  return place;
}

size_t shim_box_begin_full(box_writer *writer, const char *type, uint32_t version) {
  const size_t place = shim_box_begin(writer, type);
  shim_box_number(writer, version << 24, 4);
  return place;
}

void shim_box_end(box_writer *writer, size_t place) {
  shim_box_set(writer, place, (uint32_t)(writer->file->count - place));
}
