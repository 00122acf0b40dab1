// VERDICT: race-free
//
// The twin of tree_shared.c, with a lock.
#include <pthread.h>
#include <search.h>

static void *root;
static int keys[] = {1, 2};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int order(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  tsearch(&keys[1], &root, order);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  tsearch(&keys[0], &root, order);
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  void *found = tfind(&keys[0], &root, order);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return found == NULL;
}
