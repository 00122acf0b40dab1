// VERDICT: race-free
// A result decides which of two ways the thread is waited for: both are followed.
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
  void *result;
  if (raceward_guess_int() > 0)
    pthread_join(thread, 0);
  else
    pthread_join(thread, &result);
  return x;
}
