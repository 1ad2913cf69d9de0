// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

// For dl_iterate_phdr, which is why this is no header of its own: Swift imports without it.
#define _GNU_SOURCE

#include "CProgramPages.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// Whether code is written when the object is loaded: what DT_TEXTREL or its flag say.
static int is_relocated(const struct dl_phdr_info *object) {
  for (int index = 0; index < object->dlpi_phnum; index++) {
    if (object->dlpi_phdr[index].p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn) *entry =
        (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[index].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == DT_TEXTREL) return 1;
      if (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL)) return 1;
    }
  }
  return 0;
}

static int release(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  (void)context;
  if (is_relocated(object)) return 0;
  const uintptr_t page = (uintptr_t)getpagesize();
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    // What cannot be written holds the file and nothing else. What is relocated and then protected
    // lies in a segment that can be.
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W)) continue;
    const uintptr_t start = object->dlpi_addr + segment->p_vaddr;
    const uintptr_t first = (start + page - 1) / page * page;
    const uintptr_t end = (start + segment->p_filesz) / page * page;
    // The kernel's own object refuses, and stays.
    if (end > first) (void)madvise((void *)first, end - first, MADV_DONTNEED);
  }
  return 0;
}

void CProgramPages_release(void) { dl_iterate_phdr(release, NULL); }
