// VERDICT: race-free
// ANSWER: unknown
//
// The size is what was set, which is not followed.
#include <pthread.h>
#include <stddef.h>

static int count;

static void *work(void *unused) {
  count = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  size_t bytes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 65536);
  pthread_attr_getstacksize(&attributes, &bytes);
  pthread_create(&thread, NULL, work, NULL);
  if (bytes != 65536)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
