// VERDICT: race
//
// The clean-up runs while main reads.
#include <pthread.h>
#include <unistd.h>

static int ended;

static void note(void *unused) {
  (void)unused;
  ended = 1;
}

static void *work(void *unused) {
  pthread_cleanup_push(note, NULL);
  pause();
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
