// VERDICT: race-free
//
// The twin of printf_arguments.c: %p prints where the object is and does not look inside.
#include <pthread.h>
#include <stdio.h>

static int width;

static void *measure(void *unused) {
  width = 80; // ACCESS: write 'width' @9
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, measure, NULL); // ACCESS: write 't' @3 by pthread_create
  printf("measuring into %p of %s\n", (void *)&width, "main");
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return width; // ACCESS: read 'width' @10
}
