// VERDICT: race
//
// A helper waits for a condition and so gives the mutex up: the flag that was read before may
// have been raised meanwhile.
#include <pthread.h>

static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int closed;
} gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
static int last;

static void settle(pthread_mutex_t *held) {
  pthread_cond_wait(&gate.changed, held);
}

static void *visitor(void *unused) {
  pthread_mutex_lock(&gate.lock);
  int closed = gate.closed; // ACCESS: read 'gate.closed' @21
  settle(&gate.lock);
  if (!closed)
    last = 1; // ACCESS: write 'last' @10
  pthread_mutex_unlock(&gate.lock);
  return unused;
}

static void *porter(void *unused) {
  pthread_mutex_lock(&gate.lock);
  gate.closed = 1; // ACCESS: write 'gate.closed' @15
  pthread_cond_signal(&gate.changed);
  pthread_mutex_unlock(&gate.lock);
  last = 2; // ACCESS: write 'last' @8
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, visitor, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, porter, NULL);  // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL);                   // ACCESS: read 'a' @16
  pthread_join(b, NULL);                   // ACCESS: read 'b' @16
  return 0;
}
