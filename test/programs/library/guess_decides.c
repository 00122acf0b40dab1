// VERDICT: race
// ANSWER: unknown
// Only one of the results that are followed leads to the race: it may be an impossible one.
#include <pthread.h>

int raceward_guess_int(void); // what the model of a library function does not compute

static int x;

static void *run(void *unused) {
  x = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  if (raceward_guess_int() == 3)
    x = 2;
  pthread_join(thread, 0);
  return 0;
}
