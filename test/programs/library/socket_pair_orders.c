// VERDICT: race-free
// ANSWER: unknown
//
// What comes out of one end of a pair of sockets was sent by the thread at the other end.
#include <pthread.h>
#include <sys/socket.h>

static int shared;
static int ends[2];

static void *worker(void *unused) {
  shared = 1;
  send(ends[0], "x", 1, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  char byte;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    return 1;
  pthread_create(&t, NULL, worker, NULL);
  if (recv(ends[1], &byte, 1, 0) == 1)
    shared = 2;
  pthread_join(t, NULL);
  return 0;
}
