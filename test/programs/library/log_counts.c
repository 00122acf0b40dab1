// VERDICT: race
//
// %n writes through a va_list.
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
  log_text("a%n\n", &count);
  return unused;
}

static void *second(void *unused) {
  log_text("%d\n", count);
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
