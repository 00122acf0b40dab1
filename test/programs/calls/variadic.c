// VERDICT: race
//
// A variadic function of the program: va_arg reads the list, then what it points to.
#include <pthread.h>
#include <stdarg.h>

static int a, b;

static int sum(int count, ...) {
  va_list list;
  int total = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++)
    total += *va_arg(list, int *);
  va_end(list);
  return total;
}

static void *worker(void *unused) {
  b = 2;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  int total = sum(2, &a, &b);
  pthread_join(t, NULL);
  return total;
}
