// VERDICT: race-free
// ANSWER: unknown
//
// A process has at most 1,024 keys, with small numbers.
#include <limits.h>
#include <pthread.h>

static pthread_key_t key;
static int seen;

static void *worker(void *unused) {
  if (key > PTHREAD_KEYS_MAX)
    seen = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  if (pthread_key_create(&key, NULL))
    return 1;
  pthread_create(&t, NULL, worker, NULL);
  if (key > PTHREAD_KEYS_MAX)
    seen = 2;
  pthread_join(t, NULL);
  return 0;
}
