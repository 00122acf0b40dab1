// Libraries that are loaded while the program runs, contexts, and what is left: numbers of devices
// and access to hardware. Code that is loaded is not given, so that using it is a gap.
#include "system.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <sys/io.h>
#include <sys/sysmacros.h>
#include <ucontext.h>
#include <unistd.h>

// -- loading -------------------------------------------------------------------------------

static const char kLoaded[] = "code that is loaded while the program runs is not given; link the "
                              "library's files into the program";

/// Without a name it is the program itself.
void *dlopen(const char *path, int flags) {
  if (path != NULL) {
    raceward_reads_text(path);
    raceward_gap(kLoaded);
  }
  static char program;
  return &program;
}

void *dlmopen(Lmid_t space, const char *path, int flags) {
  raceward_gap(kLoaded);
}

/// Destructors of the library run; only dlopen() of the program itself is modelled.
int dlclose(void *library) {
  return model_status();
}

void *dlsym(void *restrict library, const char *restrict name) {
  raceward_reads_text(name);
  raceward_gap("what dlsym() finds is not known; name the function in the program");
}

void *dlvsym(void *restrict library, const char *restrict name, const char *restrict version) {
  raceward_reads_text(name);
  raceward_reads_text(version);
  raceward_gap("what dlvsym() finds is not known; name the function in the program");
}

/// The text is that of the thread.
char *dlerror(void) {
  static _Thread_local char text[128];
  model_text(text, sizeof text);
  return raceward_any_failure() ? NULL : text;
}

/// Names of files and functions in memory of the library that does not change.
static const char anyName[] = "library.so";

static int find(const void *address, Dl_info *to) {
  if (raceward_any_bool())
    return 0;
  to->dli_fname = anyName;
  to->dli_fbase = (void *)anyName;
  to->dli_sname = raceward_any_bool() ? anyName : NULL;
  to->dli_saddr = to->dli_sname != NULL ? (void *)address : NULL;
  return 1;
}

int dladdr(const void *address, Dl_info *to) {
  return find(address, to);
}

int dladdr1(const void *address, Dl_info *to, void **more, int flags) {
  raceward_gap("dladdr1() is not modelled; dladdr() is");
}

int dlinfo(void *restrict library, int request, void *restrict to) {
  raceward_gap("dlinfo() is not modelled; dl_iterate_phdr() is");
}

int _dl_find_object(void *address, struct dl_find_object *to) {
  raceward_writes(to, sizeof *to);
  return model_status();
}

/// Each file of the program, in any number; what the headers say is not memory that others change.
int dl_iterate_phdr(int (*callback)(struct dl_phdr_info *info, size_t bytes, void *data),
                    void *data) {
  static const ElfW(Phdr) header;
  int result = 0;
  while (result == 0 && raceward_any_bool()) {
    struct dl_phdr_info info;
    raceward_writes(&info, sizeof info);
    info.dlpi_name = anyName;
    info.dlpi_phdr = &header;
    info.dlpi_phnum = 1;
    info.dlpi_tls_data = NULL;
    result = callback(&info, sizeof info, data);
  }
  return result;
}

/// For profiles of loaded code.
void _dl_mcount_wrapper_check(void *address) {}

// -- contexts ------------------------------------------------------------------------------

int getcontext(ucontext_t *to) {
  raceward_gap("getcontext() is not modelled, since the program goes on there more than once; "
               "threads are");
}

int setcontext(const ucontext_t *context) {
  raceward_gap("setcontext() is not modelled, since the program goes on elsewhere; threads are");
}

int swapcontext(ucontext_t *restrict to, const ucontext_t *restrict context) {
  raceward_gap("swapcontext() is not modelled, since the program goes on elsewhere; threads are");
}

void makecontext(ucontext_t *context, void (*function)(void), int count, ...) {
  raceward_gap("makecontext() is not modelled; threads are");
}

// -- devices and hardware ------------------------------------------------------------------

// The major number has its lower 12 bits above the lower 8 of the minor number, and the rest at the
// top; the rest of the minor number follows the 20 bits.

unsigned gnu_dev_major(dev_t device) {
  const uint64_t all = device;
  return (unsigned)((all >> 8 & 0xfff) | (all >> 44 << 12));
}

unsigned gnu_dev_minor(dev_t device) {
  const uint64_t all = device;
  return (unsigned)((all & 0xff) | (all >> 20 & 0xffffff) << 8);
}

dev_t gnu_dev_makedev(unsigned major, unsigned minor) {
  const uint64_t high = (uint64_t)(major >> 12) << 44 | (uint64_t)(minor >> 8) << 20;
  return high | (uint64_t)(major & 0xfff) << 8 | (minor & 0xff);
}

int ioperm(unsigned long from, unsigned long count, int allow) {
  return model_status();
}

int iopl(int level) {
  return model_status();
}

/// Pairs of bytes change places; a last single one is left out.
void swab(const void *restrict from, void *restrict to, ssize_t bytes) {
  const char *const source = from;
  char *const target = to;
  for (ssize_t i = 0; i + 1 < bytes; i += 2) {
    const char first = source[i];
    target[i] = source[i + 1];
    target[i + 1] = first;
  }
}
