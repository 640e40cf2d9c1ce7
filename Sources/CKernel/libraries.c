#define _GNU_SOURCE

#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <string.h>

#include "CKernel.h"

struct search {
  const char *prefix;
  uint8_t *id;
  size_t size;
  int32_t found;
};

/* A note is a head, a name and a description; name and description are padded to 4 bytes. */
static size_t padded(size_t size) { return (size + 3) & ~(size_t)3; }

static int32_t build_id(const uint8_t *notes, size_t size, struct search *search) {
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) head;
    memcpy(&head, notes, sizeof head);
    const size_t name = sizeof head, content = name + padded(head.n_namesz), end = content + padded(head.n_descsz);
    if (end > size) return 0;
    if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == 4 && memcmp(notes + name, "GNU", 4) == 0) {
      if (head.n_descsz < search->size) return 0;
      memcpy(search->id, notes + content, search->size);
      return 1;
    }
    notes += end;
    size -= end;
  }
  return 0;
}

static int look(struct dl_phdr_info *file, size_t size, void *context) {
  (void)size;
  struct search *search = context;
  const char *slash = strrchr(file->dlpi_name, '/');
  const char *name = slash ? slash + 1 : file->dlpi_name;
  if (strncmp(name, search->prefix, strlen(search->prefix)) != 0) return 0;
  for (int i = 0; i < file->dlpi_phnum && !search->found; i++) {
    const ElfW(Phdr) *part = &file->dlpi_phdr[i];
    if (part->p_type != PT_NOTE) continue;
    search->found = build_id((const uint8_t *)(file->dlpi_addr + part->p_vaddr), part->p_memsz, search);
  }
  return 1;
}

int32_t kernel_build_id(const char *prefix, uint8_t *id, size_t size) {
  struct search search = {prefix, id, size, 0};
  dl_iterate_phdr(look, &search);
  return search.found;
}
