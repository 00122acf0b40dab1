// posix_memalign(), what the allocator tells about itself (malloc.h), and its checks (mcheck.h). It
// locks itself.
#include "model.h"

#include <malloc.h>
#include <mcheck.h>
#include <stdlib.h>

/// It tells by its result that there is no memory, and does not set errno.
int posix_memalign(void **to, size_t alignment, size_t bytes) {
  if (alignment == 0 || alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0)
    return EINVAL;
  const int before = errno;
  void *const memory = memalign(alignment, bytes);
  errno = before;
  if (memory == NULL)
    return ENOMEM;
  *to = memory;
  return 0;
}

struct mallinfo mallinfo(void) {
  struct mallinfo any;
  raceward_guess_bytes(&any, sizeof any);
  return any;
}
struct mallinfo2 mallinfo2(void) {
  struct mallinfo2 any;
  raceward_guess_bytes(&any, sizeof any);
  return any;
}
/// There are no options yet.
int malloc_info(int options, FILE *stream) {
  return options != 0 ? EINVAL : model_status();
}
void malloc_stats(void) {}
int malloc_trim(size_t kept) {
  return raceward_guess_bool();
}
/// At least what was asked for; how much that was is not known here.
size_t malloc_usable_size(void *memory) {
  return raceward_guess_size() & -(size_t)(memory != NULL);
}
/// Others read the settings, too, under locks that this function does not take.
int mallopt(int what, int value) {
  static char state_of_mallopt;
  raceward_writes(&state_of_mallopt, 1);
  return raceward_guess_bool();
}
void *pvalloc(size_t bytes) {
  return valloc((bytes + 4095) & ~(size_t)4095);
}
int malloc_set_state(void *state);
int malloc_set_state(void *state) {
  return -1;
}
void *__libc_malloc(size_t bytes);
void *__libc_malloc(size_t bytes) {
  return malloc(bytes);
}
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_calloc(size_t count, size_t bytes) {
  return calloc(count, bytes);
}
void *__libc_realloc(void *old, size_t bytes);
void *__libc_realloc(void *old, size_t bytes) {
  return realloc(old, bytes);
}
void __libc_free(void *memory);
void __libc_free(void *memory) {
  free(memory);
}
void *__libc_memalign(size_t alignment, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes) {
  return memalign(alignment, bytes);
}

// The heap is not damaged: then a run is not covered at all, and no function is called. glibc calls
// these unsafe for threads, as they exchange hooks of the allocator.

static char state_of_mcheck;
static char state_of_mtrace;

int mcheck(void (*failed)(enum mcheck_status)) {
  raceward_writes(&state_of_mcheck, 1);
  return -(int)raceward_guess_bool();
}
int mcheck_pedantic(void (*failed)(enum mcheck_status)) {
  raceward_writes(&state_of_mcheck, 1);
  return -(int)raceward_guess_bool();
}
void mcheck_check_all(void) {
  raceward_reads(&state_of_mcheck, 1);
}
enum mcheck_status mprobe(void *memory) {
  raceward_reads(&state_of_mcheck, 1);
  return raceward_guess_bool() ? MCHECK_OK : MCHECK_DISABLED;
}
void mtrace(void) {
  raceward_writes(&state_of_mtrace, 1);
}
void muntrace(void) {
  raceward_writes(&state_of_mtrace, 1);
}
