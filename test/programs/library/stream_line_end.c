// VERDICT: race-free
//
// Nothing of a line comes behind its end.
#include <pthread.h>
#include <stdio.h>

static int count;

static void *work(void *unused) {
  count = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  FILE *file = fopen("data", "r");
  if (file == NULL)
    return 1;
  char line[8];
  if (fgets(line, sizeof line, file) == NULL)
    return 2;
  pthread_create(&thread, NULL, work, NULL);
  if (line[0] == '\n' && line[1] != 0)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
