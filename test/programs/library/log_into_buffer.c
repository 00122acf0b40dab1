// VERDICT: race
//
// Two threads format into one buffer.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static char line[64];

static void tell(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(line, sizeof line, format, list);
  va_end(list);
}

static void *first(void *unused) {
  tell("%d", 1);
  return unused;
}

static void *second(void *unused) {
  tell("%d", 2);
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
