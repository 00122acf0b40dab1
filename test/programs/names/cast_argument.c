// VERDICT: race
//
// The argument of a thread is used through casts, without a variable of its own type.
#include <pthread.h>
#include <stdint.h>

struct session {
  int fd;
  int closed;
  uint8_t key[4];
};

static void *reaper(void *arg) {
  ((struct session *)arg)->closed = 1; // ACCESS: write 'arg->closed' @35
  ((struct session *)arg)->key[2] = 0; // ACCESS: write 'arg->key[2]' @35
  *(uint32_t *)((struct session *)arg)->key = 0; // ACCESS: write 'arg->key' @45
  return NULL;
}

int main(void) {
  pthread_t t;
  struct session s = {.fd = 3}; // ACCESS: write 's' @18
  pthread_create(&t, NULL, reaper, &s); // ACCESS: write 't' @3 by pthread_create
  int fd = s.closed ? -1 : s.fd; // ACCESS: read 's.closed' @14, read 's.fd' @30
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return fd;
}
