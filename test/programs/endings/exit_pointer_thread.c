// VERDICT: race
//
// A thread ends the process through a member of a struct.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct actions {
  void (*onError)(int);
};

static int state;

__attribute__((destructor)) static void report(void) {
  state++; // ACCESS: read 'state' @8, write 'state' @8
}

static void *worker(void *argument) {
  const struct actions *actions = argument;
  if (actions->onError) // ACCESS: read 'actions->onError' @16
    actions->onError(3); // ACCESS: read 'actions->onError' @14
  return NULL;
}

int main(void) {
  pthread_t t;
  struct actions actions = {exit}; // ACCESS: write 'actions' @18
  pthread_create(&t, NULL, worker, &actions); // ACCESS: write 't' @3 by pthread_create
  state = 1; // ACCESS: write 'state' @9
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
