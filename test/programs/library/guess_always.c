// VERDICT: race
// The accesses meet whatever the result is: no decision was made about it.
#include <pthread.h>

int raceward_guess_int(void); // what the model of a library function does not compute

static int x[4];

static void *run(void *unused) {
  x[0] = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  const int guess = raceward_guess_int();
  if (((guess | 1) & 1) == 1)
    x[0] = guess;
  pthread_join(thread, 0);
  return 0;
}
