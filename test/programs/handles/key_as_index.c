// VERDICT: race
// ANSWER: unknown
//
// Which number a key of thread-specific data gets is not said anywhere.
#include <pthread.h>
#include <stddef.h>

static pthread_key_t first, second;
static int log_entries;

static void note(pthread_key_t key) {
  if (key % 16 == 5)
    log_entries++; // ACCESS: read 'log_entries' @16, write 'log_entries' @16
}

static void *worker(void *unused) {
  note(second); // ACCESS: read 'second' @8
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&first, NULL); // ACCESS: write 'first' @3 by pthread_key_create
  pthread_key_create(&second, NULL); // ACCESS: write 'second' @3 by pthread_key_create
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  note(second); // ACCESS: read 'second' @8
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
