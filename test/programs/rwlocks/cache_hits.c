// VERDICT: race
//
// The twin of cache.c: readers also count, and exclude each other not.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cached = 1, hits;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int seen = cached; // ACCESS: read 'cached' @14
  hits++; // ACCESS: read 'hits' @7, write 'hits' @7
  pthread_rwlock_unlock(&lock);
  return seen ? unused : NULL;
}

int main(void) {
  pthread_t r;
  pthread_create(&r, NULL, reader, NULL); // ACCESS: write 'r' @3 by pthread_create
  pthread_rwlock_wrlock(&lock);
  cached = 2; // ACCESS: write 'cached' @10
  pthread_rwlock_unlock(&lock);
  reader(NULL);
  pthread_join(r, NULL); // ACCESS: read 'r' @16
  return hits; // ACCESS: read 'hits' @10
}
