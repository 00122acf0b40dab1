// VERDICT: race
//
// One thread reads a file into a buffer that the other prints.
#include <pthread.h>
#include <stdio.h>

static char line[80];

static void *first(void *unused) {
  FILE *file = fopen("a", "r");
  if (file == NULL)
    return unused;
  fread(line, 1, sizeof line, file);
  fclose(file);
  return unused;
}

static void *second(void *unused) {
  putchar(line[3]);
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
