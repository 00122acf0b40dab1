// VERDICT: race
//
// A text that one thread prints through two functions with a va_list, and the other writes.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static char name[8] = "a";

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
  log_text("%d %s\n", 1, name);
  return unused;
}

static void *second(void *unused) {
  name[0] = 'b';
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
