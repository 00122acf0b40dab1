// VERDICT: race
//
// The twin of destructor.c: main does not wait.
#include <pthread.h>
#include <unistd.h>

static pthread_key_t key;
static int count;

static void end(void *place) {
  ++*(int *)place;
}

static void *work(void *unused) {
  pthread_setspecific(key, &count);
  sleep(1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&key, end);
  pthread_create(&t, NULL, work, NULL);
  pthread_cancel(t);
  count++;
  pthread_join(t, NULL);
  return count;
}
