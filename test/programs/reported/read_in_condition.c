// VERDICT: race
//
// Nobody joins, and the read is a condition whose branch does nothing.
#include <assert.h>
#include <pthread.h>

static int level;

static void *raise_level(void *unused) {
  level++; // ACCESS: read 'level' @8, write 'level' @8
  return unused;
}

static void *look(void *unused) {
  if (level == 0) // ACCESS: read 'level' @7
    assert(1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, raise_level, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, look, NULL); // ACCESS: write 'b' @3 by pthread_create
  return 0;
}
