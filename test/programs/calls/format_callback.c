// VERDICT: race
//
// A call-back measures a text by printing it to nowhere.
#include <pthread.h>
#include <stdio.h>

static int longest;

typedef void (*measure)(const char *text);

static void byCount(const char *text) {
  char line[32];
  snprintf(line, sizeof line, "%s%n", text, &longest); // ACCESS: write 'line' @3 by snprintf, read '*text' @3 by snprintf, write 'longest' @3 by snprintf
}

static void each(measure with) {
  with("one");
  with("three");
}

static void *worker(void *unused) {
  each(byCount);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
