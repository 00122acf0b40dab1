// VERDICT: race-free
//
// A library that keeps its lock in order across fork().
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int other;
static int count;

static void prepare(void) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
}

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_atfork(prepare, NULL, NULL);
  pthread_create(&t, NULL, work, NULL);
  if (fork() == 0)
    _exit(0);
  pthread_join(t, NULL);
  return other;
}
