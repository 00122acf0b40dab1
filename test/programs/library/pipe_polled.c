// VERDICT: race-free
// ANSWER: unknown
//
// That there is something to read comes after the write, too: for poll() and for select().
#include <poll.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2];
static int first_count;
static int second_count;

static void *writer(void *unused) {
  first_count = 1;
  second_count = 1;
  if (write(ends[1], "a", 1) != 1)
    return NULL;
  return unused;
}

static void *polls(void *unused) {
  struct pollfd both[2] = {{ends[0], POLLIN, 0}, {ends[1], POLLOUT, 0}};
  if (poll(both, 2, 10) > 0 && (both[0].revents & POLLIN))
    first_count = 2;
  return unused;
}

static void *selects(void *unused) {
  fd_set readable;
  FD_ZERO(&readable);
  FD_SET(ends[0], &readable);
  fd_set writable;
  FD_ZERO(&writable);
  FD_SET(ends[1], &writable);
  if (select(ends[1] + 1, &readable, &writable, NULL, NULL) > 0 && FD_ISSET(ends[0], &readable))
    second_count = 2;
  return unused;
}

int main(void) {
  pthread_t one, two, three;
  if (pipe(ends) != 0)
    return 1;
  pthread_create(&one, NULL, writer, NULL);
  pthread_create(&two, NULL, polls, NULL);
  pthread_create(&three, NULL, selects, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  return 0;
}
