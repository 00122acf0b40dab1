// VERDICT: race-free
//
// A helper locks the mutex of the object that it is given; which one, an input decides.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

struct account {
  pthread_mutex_t lock;
  int money;
};
static struct account first = {PTHREAD_MUTEX_INITIALIZER, 0};
static struct account second = {PTHREAD_MUTEX_INITIALIZER, 0};

static void pay(struct account *to) {
  pthread_mutex_lock(&to->lock);
  to->money++; // ACCESS: read 'to->money' @12, write 'to->money' @12
  pthread_mutex_unlock(&to->lock);
}

static void *worker(void *unused) {
  struct account *mine = __VERIFIER_nondet_int() ? &first : &second;
  pay(mine);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  pay(&first);
  pay(&second);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
