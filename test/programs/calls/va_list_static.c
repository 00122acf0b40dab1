// VERDICT: race
//
// A logger keeps its va_list in a static variable: two threads start it.
#include <pthread.h>
#include <stdarg.h>

static void note(int level, ...) {
  static va_list list;
  va_start(list, level); // ACCESS: write 'list' @3
}

static void *worker(void *unused) {
  note(1, 2);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  note(2, 3);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
