// VERDICT: race-free
//
// OpenSSL 1.0 declares CRYPTO_free() with one argument. Each thread frees its own memory, also
// through a pointer to the function.
#include <pthread.h>
#include <stddef.h>

void *CRYPTO_malloc(int bytes, const char *file, int line);
void CRYPTO_free(void *memory);

static void (*const release)(void *) = CRYPTO_free;

static void *worker(void *unused) {
  char *text = CRYPTO_malloc(4, "here", 1);
  if (text == NULL)
    return NULL;
  *text = 'a';
  release(text);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
