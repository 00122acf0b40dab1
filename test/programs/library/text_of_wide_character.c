// VERDICT: race
// ANSWER: unknown
//
// In the C locale there are no bytes for this character: the call fails.
#include <pthread.h>
#include <stdio.h>
#include <wchar.h>

static int shared;

static void *worker(void *unused) {
  shared = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  char text[8];
  pthread_create(&t, NULL, worker, NULL);
  if (snprintf(text, sizeof text, "%lc", (wint_t)0x20ac) < 0)
    shared = 2;
  pthread_join(t, NULL);
  return 0;
}
