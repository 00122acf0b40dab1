// VERDICT: race
//
// What a file holds is any bytes: the race needs some of them.
#include <pthread.h>
#include <stdio.h>

static int count;

static void *first(void *unused) {
  FILE *file = fopen("a", "r");
  if (file == NULL)
    return unused;
  if (fgetc(file) == 'x' && fgetc(file) == 'y')
    count = 1;
  fclose(file);
  return unused;
}

static void *second(void *unused) {
  count = 2;
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
