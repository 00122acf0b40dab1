// VERDICT: race
//
// A clean-up is not cancelled in turn: it gets to its end.
#include <pthread.h>
#include <unistd.h>

static int ended;

static void note(void *unused) {
  (void)unused;
  usleep(1);
  ended = 1;
}

static void *work(void *unused) {
  pthread_cleanup_push(note, NULL);
  sleep(1);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_cancel(t);
  int seen = ended;
  pthread_join(t, NULL);
  return seen;
}
