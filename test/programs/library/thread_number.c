// VERDICT: race-free
//
// Numbers of threads differ.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pid_t owner;
static int count;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  if (owner == 0)
    owner = gettid();
  const pid_t first = owner;
  pthread_mutex_unlock(&lock);
  if (first == gettid())
    count++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return count;
}
