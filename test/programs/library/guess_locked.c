// VERDICT: race-free
// Whatever the result is, there is no race: all of them are followed.
#include <pthread.h>

int raceward_guess_int(void); // what the model of a library function does not compute

static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused) {
  pthread_mutex_lock(&lock);
  x = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  if (raceward_guess_int() == 3) {
    pthread_mutex_lock(&lock);
    x = 2;
    pthread_mutex_unlock(&lock);
  }
  pthread_join(thread, 0);
  return 0;
}
