// VERDICT: race-free
//
// No argument changes that the lock is held.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *worker(void *unused) {
  pthread_mutex_lock(&m);
  sum++; // ACCESS: read 'sum' @6, write 'sum' @6
  pthread_mutex_unlock(&m);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t t;
  if (argc != 2)
    return 1;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_mutex_lock(&m);
  sum += atoi(argv[1]); // ACCESS: read 'sum' @7, write 'sum' @7, read '*argv[1]' @10 by atoi, read 'argv[1]' @15
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
