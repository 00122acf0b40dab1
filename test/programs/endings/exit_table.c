// VERDICT: race
//
// exit() stands in a table of commands; the destructor reads what the thread writes.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

typedef void (*command)(int);

static int written;
static int copy;

static void nothing(int code) {
  (void)code;
}

static const command commands[] = {nothing, exit, nothing};

__attribute__((destructor(200))) static void flush(void) {
  copy = written; // ACCESS: read 'written' @10, write 'copy' @8
}

static void *worker(void *unused) {
  written = 1; // ACCESS: write 'written' @11
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  for (int i = 0; i < 3; i++)
    commands[i](i); // ACCESS: read 'commands[i]' @5
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
