// VERDICT: race
//
// SHA256() without a place for its result puts it where all threads do.
#include <pthread.h>
#include <stddef.h>

unsigned char *SHA256(const unsigned char *from, size_t bytes, unsigned char *to);

static void *worker(void *text) {
  const unsigned char *digest = SHA256(text, 1, NULL);
  return (void *)(size_t)digest[0];
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, "a");
  worker("b");
  pthread_join(t, NULL);
  return 0;
}
