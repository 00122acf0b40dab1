// VERDICT: race
// DATA-MODEL: ilp32
//
// A struct among variable arguments is read by the caller, all of it.
#include <pthread.h>
#include <stdarg.h>

struct trio {
  long long a, b, c;
};
static struct trio last;

static int first(int count, ...) {
  va_list list;
  va_start(list, count); // ACCESS: write 'list' @3
  struct trio x = va_arg(list, struct trio); // ACCESS: read 'list' @19, write 'list' @19, write 'x' @19, read '*list' @19
  va_end(list); // ACCESS: write 'list' @3
  return (int)x.a; // ACCESS: read 'x.a' @17
}

static void *worker(void *unused) {
  first(1, last); // ACCESS: read 'last' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  last.c = 4; // ACCESS: write 'last.c' @10
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
