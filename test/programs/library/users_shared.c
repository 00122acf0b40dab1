// VERDICT: race
//
// Each call of getpwuid() writes the same static entry, which is read after the lock was given back.
#include <pthread.h>
#include <pwd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  getpwuid(0);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  const struct passwd *user = getpwuid(7);
  pthread_mutex_unlock(&lock);
  const int first = user != NULL ? user->pw_dir[0] : 0;
  pthread_join(t, NULL);
  return first;
}
