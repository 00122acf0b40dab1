// VERDICT: race-free
// DATA-MODEL: ilp32
//
// Each thread prints a text of its own through a va_list, and both print a common one that
// nobody writes. No format of the program writes what it is given (%n).
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static char common[8] = "c";
static char own[2][8] = {"a", "b"};

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
  own[0][0] = 'x';
  log_text("%s %s\n", own[0], common);
  return unused;
}

static void *second(void *unused) {
  own[1][0] = 'y';
  log_text("%s %s\n", common, own[1]);
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
