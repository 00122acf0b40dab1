// VERDICT: race-free
// ANSWER: unknown
//
// What is written before the descriptor is handed over comes before what the other thread does with
// it: the system orders the two.
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>

struct Connection {
  int descriptor, bytes;
};

static int epoll;

static void *worker(void *unused) {
  struct epoll_event ready;
  if (epoll_wait(epoll, &ready, 1, 1000) == 1) {
    struct Connection *const connection = ready.data.ptr;
    ++connection->bytes;
  }
  return unused;
}

int main(void) {
  epoll = epoll_create1(0);
  pthread_t t;
  if (epoll < 0 || pthread_create(&t, NULL, worker, NULL) != 0)
    return 1;
  struct Connection *const connection = malloc(sizeof *connection);
  if (connection != NULL) {
    connection->descriptor = socket(AF_INET, SOCK_STREAM, 0);
    connection->bytes = 0;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    epoll_ctl(epoll, EPOLL_CTL_ADD, connection->descriptor, &event);
  }
  pthread_join(t, NULL);
  return 0;
}
