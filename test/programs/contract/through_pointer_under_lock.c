// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// The program calls the function through a pointer, under a lock.
#include <pthread.h>

int lib_add(int *to, int by);
int lib_subtract(int *from, int by);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int (*operation)(int *, int) = lib_add;
static int number;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  operation(&number, 1);
  operation = lib_subtract;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
