// VERDICT: race
// Nothing that leads to the race depends on the result, wherever that goes.
#include <pthread.h>

int raceward_guess_int(void); // what the model of a library function does not compute

static int x, copy;

static void *run(void *unused) {
  x = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  copy = raceward_guess_int() + 1;
  x = copy;
  pthread_join(thread, 0);
  return 0;
}
