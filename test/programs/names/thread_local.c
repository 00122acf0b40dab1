// VERDICT: race-free
//
// The twin of static_local.c: each thread has its own buffer and count.
#include <pthread.h>
#include <stdio.h>

static _Thread_local int calls;

static const char *nameOf(int id) {
  static _Thread_local char text[16];
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
  return calls; // ACCESS: read 'calls' @10
}
