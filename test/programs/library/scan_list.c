// VERDICT: race
//
// vsscanf() writes what its list points to.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static int count;

static int take(const char *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  const int taken = vsscanf(text, format, list);
  va_end(list);
  return taken;
}

static void *first(void *unused) {
  take("7", "%d", &count);
  return unused;
}

static void *second(void *unused) {
  printf("%d\n", count);
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
