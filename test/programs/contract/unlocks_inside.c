// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The function is given the struct with the lock that protects it. It may give the lock back, and
// then write.
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

void lib_audit(struct account *account);

static struct account account = {PTHREAD_MUTEX_INITIALIZER, 0};

static void *worker(void *unused) {
  pthread_mutex_lock(&account.lock);
  lib_audit(&account);
  pthread_mutex_unlock(&account.lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
