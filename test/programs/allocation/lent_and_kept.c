// VERDICT: race
//
// The text of main is lent to a function that keeps its end, where a thread writes.
#include <pthread.h>
#include <stddef.h>

static char *last;

static char *skipped(char *text) {
  while (*text == ' ') // ACCESS: read '*text' @10
    text++;
  return text;
}

static void *worker(void *unused) {
  *last = '!'; // ACCESS: read 'last' @4, write '*last' @9
  return unused;
}

int main(void) {
  pthread_t thread;
  char text[4] = " a"; // ACCESS: write 'text' @8
  last = skipped(text); // ACCESS: write 'last' @8
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  const char first = *skipped(text); // ACCESS: read '*skipped(…)' @22
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return first;
}
