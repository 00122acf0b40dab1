// VERDICT: race-free
//
// Handles are printed, as a whole and cut, and compared with none.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t last;
static int count;

static void *worker(void *unused) {
  printf("thread %lu starts\n", (unsigned long)pthread_self());
  printf("thread %x works\n", (unsigned)pthread_self());
  pthread_mutex_lock(&m);
  if (last != 0 && !pthread_equal(last, pthread_self())) // ACCESS: read 'last' @7, read 'last' @35
    count++; // ACCESS: read 'count' @10, write 'count' @10
  last = pthread_self(); // ACCESS: write 'last' @8
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return count; // ACCESS: read 'count' @10
}
