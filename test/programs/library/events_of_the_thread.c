// VERDICT: race
//
// Each thread waits for events of its own sockets; what it counts then, all threads count.
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int count;

static void *worker(void *unused) {
  const int epoll = epoll_create1(0);
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = &count};
  if (epoll < 0 || connection < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, connection, &event) != 0)
    return unused;
  struct epoll_event ready[4];
  const int events = epoll_wait(epoll, ready, 4, 1000);
  for (int i = 0; i < events; ++i)
    ++*(int *)ready[i].data.ptr;
  close(connection);
  close(epoll);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, worker, NULL);
  pthread_create(&u, NULL, worker, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
