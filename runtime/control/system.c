/* The address ranges of the system's own libraries. */
#include "inside.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

enum { kMostRanges = 8 };
static struct {
  uintptr_t begin;
  uintptr_t end;
} ranges[kMostRanges];
static unsigned range_count;

static int is_named(const char *path, const char *start) {
  const char *slash = strrchr(path, '/');
  return strncmp(slash ? slash + 1 : path, start, strlen(start)) == 0;
}

static int note(struct dl_phdr_info *module, size_t size, void *data) {
  (void)size, (void)data;
  if (!is_named(module->dlpi_name, "libc.so") && !is_named(module->dlpi_name, "ld-linux") &&
      !is_named(module->dlpi_name, "libgcc_s."))
    return 0;
  for (unsigned i = 0; i < module->dlpi_phnum && range_count < kMostRanges; ++i) {
    const ElfW(Phdr) *part = &module->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
      continue;
    ranges[range_count].begin = module->dlpi_addr + part->p_vaddr;
    ranges[range_count].end = ranges[range_count].begin + part->p_memsz;
    ++range_count;
  }
  return 0;
}

void rw_find_system(void) {
  /* Otherwise pthread_exit() would load it in every run. */
  dlopen("libgcc_s.so.1", RTLD_NOW);
  dl_iterate_phdr(note, 0);
}

int rw_is_system(const void *pc) {
  for (unsigned i = 0; i < range_count; ++i)
    if ((uintptr_t)pc >= ranges[i].begin && (uintptr_t)pc < ranges[i].end)
      return 1;
  return 0;
}
