/* Loading of libraries: the loader holds a lock meanwhile, so the constructors that it runs are
 * not controlled. */
#include "inside.h"

#include <dlfcn.h>

void *dlopen(const char *path, int mode) {
  struct rw_thread *const self = rw_self;
  rw_self = 0;
  void *const library = RW_REAL(dlopen)(path, mode);
  rw_self = self;
  return library;
}

int dlclose(void *library) {
  struct rw_thread *const self = rw_self;
  rw_self = 0;
  const int result = RW_REAL(dlclose)(library);
  rw_self = self;
  return result;
}
