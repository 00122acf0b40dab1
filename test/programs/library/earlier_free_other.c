// VERDICT: race-free
// ANSWER: unknown
//
// No version of OpenSSL declares CRYPTO_free() with a number.
#include <pthread.h>
#include <stddef.h>

void CRYPTO_free(long memory);

static void *worker(void *unused) {
  CRYPTO_free(0);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
