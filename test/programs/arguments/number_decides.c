// VERDICT: race
#include <pthread.h>
#include <stdlib.h>

static int hits;

static void *worker(void *unused) {
  hits++; // ACCESS: read 'hits' @7, write 'hits' @7
  return unused;
}

int main(int argc, char **argv) {
  pthread_t t[4];
  int count = argc > 1 ? atoi(argv[1]) : 1; // ACCESS: read '*argv[1]' @26 by atoi, read 'argv[1]' @31
  if (count < 1 || count > 4)
    return 1;
  for (int i = 0; i < count; ++i)
    pthread_create(&t[i], NULL, worker, NULL); // ACCESS: write 't[i]' @5 by pthread_create
  for (int i = 0; i < count; ++i)
    pthread_join(t[i], NULL); // ACCESS: read 't[i]' @18
  return 0;
}
