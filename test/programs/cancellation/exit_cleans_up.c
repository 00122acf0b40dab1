// VERDICT: race
//
// pthread_exit() runs the clean-ups, the last first.
#include <pthread.h>

static int first, second;

static void note(void *place) {
  *(int *)place = first + 1;
}

static void *work(void *unused) {
  pthread_cleanup_push(note, &second);
  pthread_cleanup_push(note, &first);
  pthread_exit(unused);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  int seen = second;
  pthread_join(t, NULL);
  return seen;
}
