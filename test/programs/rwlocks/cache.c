// VERDICT: race-free
//
// Readers look the value up, a writer replaces it.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cached = 1;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int seen = cached; // ACCESS: read 'cached' @14
  pthread_rwlock_unlock(&lock);
  return seen ? unused : NULL;
}

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  cached = 2; // ACCESS: write 'cached' @10
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t r, w;
  pthread_create(&r, NULL, reader, NULL); // ACCESS: write 'r' @3 by pthread_create
  pthread_create(&w, NULL, writer, NULL); // ACCESS: write 'w' @3 by pthread_create
  reader(NULL);
  pthread_join(r, NULL); // ACCESS: read 'r' @16
  pthread_join(w, NULL); // ACCESS: read 'w' @16
  return cached; // ACCESS: read 'cached' @10
}
