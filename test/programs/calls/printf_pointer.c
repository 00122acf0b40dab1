// VERDICT: race-free
//
// The twin of printf_arguments.c: %p prints where the object is and does not look inside.
#include <pthread.h>
#include <stdio.h>

static int width;

static void *measure(void *unused) {
  width = 80;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, measure, NULL);
  printf("measuring into %p of %s\n", (void *)&width, "main");
  pthread_join(t, NULL);
  return width;
}
