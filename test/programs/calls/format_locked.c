// VERDICT: race-free
//
// What %n writes is under a lock, as is the call.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int column;

static void print(const char *format, int number) {
  pthread_mutex_lock(&lock);
  printf(format, number, &column); // ACCESS: read '*format' @3 by printf, write 'column' @3 by printf
  pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
  print("%d%n ", 1);
  print("%d\n", 2);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
