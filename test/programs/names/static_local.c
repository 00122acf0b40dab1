// VERDICT: race
//
// A static local is one object for all threads, however local it looks.
#include <pthread.h>
#include <stdio.h>

static const char *nameOf(int id) {
  static char text[16];
  static int calls;
  calls++; // ACCESS: read 'calls' @8, write 'calls' @8
  text[0] = (char)('a' + id); // ACCESS: write 'text[0]' @11
  text[1] = '\0'; // ACCESS: write 'text[1]' @11
  return text;
}

static void *worker(void *unused) {
  puts(nameOf(1)); // ACCESS: read '*nameOf(…)' @3 by puts
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  puts(nameOf(2)); // ACCESS: read '*nameOf(…)' @3 by puts
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
