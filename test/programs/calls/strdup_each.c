// VERDICT: race-free
//
// What strdup allocates belongs to the thread that called it.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static _Atomic int ready;
static char text[] = "text";

static void *copier(void *unused) {
  if (ready)
    free(strdup(text));
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, NULL, copier, NULL);
  pthread_create(&t, NULL, copier, NULL);
  ready = 1;
  pthread_join(s, NULL);
  pthread_join(t, NULL);
  return 0;
}
