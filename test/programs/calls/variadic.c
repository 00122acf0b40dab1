// VERDICT: race
//
// A variadic function of the program: va_arg reads the list, then what it points to.
#include <pthread.h>
#include <stdarg.h>

static int a, b;

static int sum(int count, ...) {
  va_list list;
  int total = 0;
  va_start(list, count); // ACCESS: write 'list' @3
  for (int i = 0; i < count; i++)
    total += *va_arg(list, int *); // ACCESS: read 'list[0].gp_offset' @15, read 'list[0].reg_save_area' @15, write 'list[0].gp_offset' @15, read 'list[0].overflow_arg_area' @15, write 'list[0].overflow_arg_area' @15, read 'va_arg(list)' @15, read '*va_arg(list)' @14
  va_end(list); // ACCESS: write 'list' @3
  return total;
}

static void *worker(void *unused) {
  b = 2; // ACCESS: write 'b' @5
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  int total = sum(2, &a, &b);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return total;
}
