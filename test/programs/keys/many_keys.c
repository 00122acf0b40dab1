// VERDICT: race-free
// ANSWER: unknown
//
// A process has at most 1,024 keys, with small numbers.
#include <limits.h>
#include <pthread.h>

static pthread_key_t key;
static int seen;

static void *worker(void *unused) {
  if (key > PTHREAD_KEYS_MAX) // ACCESS: read 'key' @7
    seen = 1; // ACCESS: write 'seen' @10
  return unused;
}

int main(void) {
  pthread_t t;
  if (pthread_key_create(&key, NULL)) // ACCESS: write 'key' @7 by pthread_key_create
    return 1;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  if (key > PTHREAD_KEYS_MAX) // ACCESS: read 'key' @7
    seen = 2; // ACCESS: write 'seen' @10
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
