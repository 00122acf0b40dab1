// VERDICT: race
//
// At its end the program still uses the buffer of a stream: it writes what is left there.
#include <pthread.h>
#include <stdio.h>

static char buffer[64];

static void *worker(void *unused) {
  buffer[0] = 'b';
  return unused;
}

int main(void) {
  pthread_t t;
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  printf("a");
  pthread_create(&t, NULL, worker, NULL);
  return 0;
}
