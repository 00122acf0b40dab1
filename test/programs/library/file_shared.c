// VERDICT: race-free
//
// Two threads write to one stream: it locks itself.
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *first(void *unused) {
  if (file != NULL)
    fprintf(file, "%d\n", 1);
  return unused;
}

static void *second(void *unused) {
  if (file != NULL)
    fputs("two\n", file);
  return unused;
}

int main(void) {
  pthread_t one, two;
  file = fopen("a", "w");
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
