// VERDICT: race-free
//
// The addresses are printed, and not what is there.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static int count;

static void log_list(const char *format, va_list list) {
  vprintf(format, list);
}

static void log_text(const char *format, ...) {
  va_list list;
  va_start(list, format);
  log_list(format, list);
  va_end(list);
}

static void *first(void *unused) {
  count = 1;
  return unused;
}

static void *second(void *unused) {
  log_text("%p\n", (void *)&count);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
