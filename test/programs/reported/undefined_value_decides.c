// VERDICT: race
//
// Whether the write happens depends on a variable that has no value.
#include <assert.h>
#include <pthread.h>

static int level;

static void *look(void *unused) {
  assert(level == 0); // ACCESS: read 'level' @3
  return unused;
}

static void *reset(void *unused) {
  int wish;
  if (wish == 0)
    level = wish; // ACCESS: write 'level' @11
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, look, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, reset, NULL); // ACCESS: write 'b' @3 by pthread_create
  return 0;
}
