// VERDICT: race
// ANSWER: unknown
//
// What daemons do: the number of the output that was closed is given to a file.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int count;

static void *work(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  close(1);
  if (open("/dev/null", O_WRONLY) != 1)
    return 1;
  pthread_create(&t, NULL, work, NULL);
  count++;
  pthread_join(t, NULL);
  return 0;
}
