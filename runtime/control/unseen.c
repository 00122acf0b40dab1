/* Calls of code without instrumentation, and inline assembly: their accesses are not seen. They
 * count while there are other threads; before the first one starts, and after the last one was
 * joined, everything is ordered. */
#include "inside.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { kKnown = 1024 };
static const void *known[kKnown]; /* functions that were checked, by their hash */

static int is_new(const void *function) {
  const uint64_t hash = ((uint64_t)function * 0x9e3779b97f4a7c15u) >> 54;
  if (known[hash] == function)
    return 0;
  known[hash] = function;
  return 1;
}

/* Read by the kernel: there may be no memory before the function. */
static int is_instrumented(const void *function) {
  uint64_t before = 0;
  const struct iovec to = {&before, sizeof before};
  const struct iovec from = {(char *)(uintptr_t)function - sizeof before, sizeof before};
  return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)sizeof before &&
         before == RW_INSTRUMENTED_MARK;
}

static int is_told(const void *function) {
  for (uint32_t i = 0; i < rw_control->unseen_count; ++i)
    if (rw_control->unseen[i].address == (uint64_t)function)
      return 1;
  return 0;
}

/* The library that contains a function without a symbol. */
static const char *file_of(const Dl_info *info) {
  const char *const slash = strrchr(info->dli_fname, '/');
  return slash ? slash + 1 : info->dli_fname;
}

static void name_unseen(struct rw_unseen *unseen, const void *function) {
  Dl_info info;
  if (!dladdr(function, &info))
    return;
  if (info.dli_sname)
    strncat(unseen->name, info.dli_sname, RW_UNSEEN_BYTES - 1);
  else
    snprintf(unseen->name, RW_UNSEEN_BYTES, "a function of %s", file_of(&info));
}

/* Without a site, it is the start function of a thread. */
static void tell(const void *function, const struct rw_site *site) {
  if (rw_control->unseen_count == RW_MOST_UNSEEN || is_told(function))
    return;
  struct rw_unseen *const unseen = &rw_control->unseen[rw_control->unseen_count];
  unseen->address = (uint64_t)function;
  unseen->site = site ? site->id : 0;
  unseen->name[0] = 0;
  if (function && !(site && site->callee[0]))
    name_unseen(unseen, function);
  ++rw_control->unseen_count;
}

/* The C++ library starts its threads in a function of its own, which calls the program's. */
static int is_of_cpp(const void *function) {
  Dl_info info;
  return dladdr(function, &info) && (strncmp(file_of(&info), "libstdc++", 9) == 0 ||
                                     strncmp(file_of(&info), "libc++", 6) == 0);
}

void rw_note_start(const void *function) {
  if (function && !is_instrumented(function) && !is_of_cpp(function))
    tell(function, 0);
}

void __raceward_call(const void *function, const struct rw_site *site) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return;
  self->called = function;
  if (!function || rw_is_alone() || !is_new(function))
    return;
  rw_self = 0;
  if (!is_instrumented(function))
    tell(function, site);
  rw_self = self;
}

void __raceward_assembly(const struct rw_site *site) {
  if (rw_self && !rw_is_alone())
    tell(0, site);
}
