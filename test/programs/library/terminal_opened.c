// VERDICT: race
// ANSWER: unknown
//
// A terminal that the program opens itself is one.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int count, terminal;

static void *work(void *unused) {
  if (isatty(terminal))
    count++;
  return unused;
}

int main(void) {
  pthread_t t;
  terminal = open("/dev/tty", O_RDWR);
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  return 0;
}
