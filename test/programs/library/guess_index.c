// VERDICT: race
// ANSWER: unknown
// Whether the accesses meet is up to the result.
#include <pthread.h>

int raceward_guess_int(void); // what the model of a library function does not compute

static int x[4];

static void *run(void *unused) {
  x[2] = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  x[raceward_guess_int() & 3] = 2;
  pthread_join(thread, 0);
  return 0;
}
