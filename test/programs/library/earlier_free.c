// VERDICT: race
//
// OpenSSL 1.0 declares CRYPTO_free() with one argument. It returns, and
// then the thread writes what the other one reads.
#include <pthread.h>
#include <stddef.h>

void *CRYPTO_malloc(int bytes, const char *file, int line);
void CRYPTO_free(void *memory);

static char *text;

static void *worker(void *unused) {
  CRYPTO_free(text);
  text = NULL;
  return NULL;
}

int main(void) {
  pthread_t t;
  text = CRYPTO_malloc(4, "here", 1);
  *text = 'a';
  pthread_create(&t, NULL, worker, NULL);
  const int isThere = text != NULL;
  pthread_join(t, NULL);
  return isThere;
}
