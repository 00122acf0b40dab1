// VERDICT: race-free
//
// The twin of clean_up_writes.c: main waits.
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
  pthread_cancel(t);
  pthread_join(t, NULL);
  return ended;
}
