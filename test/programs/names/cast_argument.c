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
  ((struct session *)arg)->closed = 1;
  ((struct session *)arg)->key[2] = 0;
  *(uint32_t *)((struct session *)arg)->key = 0;
  return NULL;
}

int main(void) {
  pthread_t t;
  struct session s = {.fd = 3};
  pthread_create(&t, NULL, reaper, &s);
  int fd = s.closed ? -1 : s.fd;
  pthread_join(t, NULL);
  return fd;
}
