// VERDICT: race
// ANSWER: unknown
// Another thread decides by the result, which it finds in memory.
#include <pthread.h>

int raceward_guess_int(void); // what the model of a library function does not compute

static int x, told;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused) {
  pthread_mutex_lock(&lock);
  const int seen = told;
  pthread_mutex_unlock(&lock);
  if (seen > 5)
    x = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_mutex_lock(&lock);
  told = raceward_guess_int();
  pthread_mutex_unlock(&lock);
  x = 2;
  pthread_join(thread, 0);
  return 0;
}
