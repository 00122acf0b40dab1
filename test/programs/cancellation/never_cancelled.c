// VERDICT: race-free
//
// The twin of clean_up_writes.c: nobody cancels, so that the clean-up never runs.
#include <pthread.h>
#include <unistd.h>

static int ended;

static void note(void *unused) {
  (void)unused;
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
  int seen = ended;
  pthread_join(t, NULL);
  return seen;
}
