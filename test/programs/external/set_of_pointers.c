// VERDICT: race
// ANSWER: unknown
//
// A set of pointers: what they point to is written through the set.
#include <pthread.h>
#include <stddef.h>

static int hits, misses;

#define COUNTED __attribute__((section("counted"), used)) static int *const

COUNTED hitsEntry = &hits;
COUNTED missesEntry = &misses;
extern int *const __start_counted[], *const __stop_counted[];

static void *worker(void *unused) {
  for (int *const *each = __start_counted; each < __stop_counted; each++)
    **each = 0; // ACCESS: read '*each' @6, write '*(*each)' @12
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  hits++; // ACCESS: read 'hits' @7, write 'hits' @7
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return 0;
}
