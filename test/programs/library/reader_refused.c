// VERDICT: race
// ANSWER: unknown
//
// A lock that prefers writers refuses a reader while a writer waits. Who waits is not followed.
#include <pthread.h>

static int count;
static pthread_rwlock_t lock;

static void *work(void *unused) {
  count++;
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_rwlockattr_t kind;
  pthread_rwlockattr_init(&kind);
  pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&lock, &kind);
  pthread_rwlock_rdlock(&lock);
  pthread_create(&t, NULL, work, NULL);
  if (pthread_rwlock_tryrdlock(&lock) == 0)
    pthread_rwlock_unlock(&lock);
  else
    count++;
  pthread_rwlock_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
