// VERDICT: race
//
// Without its lock, a stream is memory like any other.
#include <pthread.h>
#include <stdio.h>

static void *first(void *unused) {
  putchar_unlocked('a');
  return unused;
}

static void *second(void *unused) {
  putc_unlocked('b', stdout);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
