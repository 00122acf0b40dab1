// VERDICT: race
//
// That the other thread locks the stream does not help.
#include <pthread.h>
#include <stdio.h>

static void *first(void *unused) {
  putchar_unlocked('a');
  return unused;
}

static void *second(void *unused) {
  printf("%d\n", 1);
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
