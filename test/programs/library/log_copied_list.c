// VERDICT: race
//
// A list that is copied, and kept in a struct.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static char name[8] = "a";

struct request {
  const char *format;
  va_list list;
};

static void perform(struct request *request) {
  va_list again;
  va_copy(again, request->list);
  vfprintf(stderr, request->format, again);
  va_end(again);
}

static void log_text(const char *format, ...) {
  struct request request;
  request.format = format;
  va_start(request.list, format);
  perform(&request);
  va_end(request.list);
}

static void *first(void *unused) {
  log_text("%s\n", name);
  return unused;
}

static void *second(void *unused) {
  name[1] = 'b';
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
