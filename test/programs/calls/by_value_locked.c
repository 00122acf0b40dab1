// VERDICT: race-free
//
// The twin of by_value_call_back.c: a record is passed by value under the lock, or a copy is that
// was made under it. The callee may change what it got.
#include <pthread.h>

struct stats {
  long hits, misses, bytes[4];
};
static struct stats now;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static long total(struct stats s) {
  s.hits += s.misses; // ACCESS: read 's.misses' @15, read 's.hits' @10, write 's.hits' @10
  return s.hits; // ACCESS: read 's.hits' @12
}

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  now.bytes[3] = total(now); // ACCESS: read 'now' @18, write 'now.bytes[3]' @16
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_mutex_lock(&lock);
  struct stats copy = now; // ACCESS: write 'copy' @23, read 'now' @23
  pthread_mutex_unlock(&lock);
  long seen = total(copy); // ACCESS: read 'copy' @15
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return (int)seen;
}
