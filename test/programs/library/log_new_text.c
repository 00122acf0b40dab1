// VERDICT: race-free
//
// vasprintf() gives each caller memory of its own.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char *made(const char *format, ...) {
  char *text = NULL;
  va_list list;
  va_start(list, format);
  vasprintf(&text, format, list);
  va_end(list);
  return text;
}

static void *first(void *unused) {
  char *text = made("%d", 1);
  text[0] = 'a';
  free(text);
  return unused;
}

static void *second(void *unused) {
  char *text = NULL;
  asprintf(&text, "%d", 2);
  text[0] = 'b';
  free(text);
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
