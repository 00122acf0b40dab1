// VERDICT: race
//
// A handler wakes a thread through a pipe, as programs with select() do; the thread then tells the
// others without a lock.
#include <pthread.h>
#include <signal.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2];
static int done;

static void ask_for_end(int number) {
  if (write(ends[1], "x", 1) != 1)
    _exit(1);
}

static void *watch(void *unused) {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  char byte;
  if (select(ends[0] + 1, &set, NULL, NULL, NULL) == 1 && read(ends[0], &byte, 1) == 1)
    done = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  if (pipe(ends) != 0)
    return 1;
  signal(SIGINT, ask_for_end);
  pthread_create(&t, NULL, watch, NULL);
  raise(SIGINT);
  while (!done)
    usleep(100);
  pthread_join(t, NULL);
  return 0;
}
