// VERDICT: race-free
// ANSWER: unknown
//
// No key is as large as that.
#include <pthread.h>
#include <stddef.h>

static pthread_key_t key;
static int count;

static void *worker(void *unused) {
  if (key >= 4096) // ACCESS: read 'key' @7
    count++; // ACCESS: read 'count' @10, write 'count' @10
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&key, NULL); // ACCESS: write 'key' @3 by pthread_key_create
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
