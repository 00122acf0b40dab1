// VERDICT: race
//
// Part of the handle, taken through a struct that is copied.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct identity {
  pthread_t thread;
  int number;
};

static int data;

static void *worker(void *argument) {
  struct identity me = {pthread_self(), *(int *)argument}, copy; // ACCESS: write 'me.thread' @24, read '*argument' @41, write 'me.number' @24
  unsigned half;
  memcpy(&copy, &me, sizeof copy); // ACCESS: write 'copy' @3 by memcpy, read 'me' @3 by memcpy
  half = (unsigned)copy.thread; // ACCESS: read 'copy.thread' @25
  if (half >= 4096u)
    data = copy.number; // ACCESS: read 'copy.number' @17, write 'data' @10
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int one = 1, two = 2; // ACCESS: write 'one' @7, write 'two' @16
  pthread_create(&a, NULL, worker, &one); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, &two); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
