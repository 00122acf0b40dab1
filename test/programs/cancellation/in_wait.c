// VERDICT: race-free
//
// Cancelled in a wait: the mutex is held when the clean-up runs, which gives it back.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;
static int cancelled;

static void give_up(void *unused) {
  (void)unused;
  cancelled = items + 1;
  pthread_mutex_unlock(&m);
}

static void *take(void *unused) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(give_up, NULL);
  while (items == 0)
    pthread_cond_wait(&filled, &m);
  items--;
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, take, NULL);
  pthread_cancel(t);
  pthread_mutex_lock(&m);
  int seen = cancelled;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return seen + cancelled;
}
