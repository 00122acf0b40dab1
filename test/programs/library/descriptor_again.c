// VERDICT: race
//
// The number of a descriptor that was closed is given again.
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
  const int first = open("/dev/null", O_RDONLY);
  close(first);
  const int second = open("/dev/null", O_RDONLY);
  if (first < 0 || first != second)
    return 1;
  pthread_create(&t, NULL, work, NULL);
  count++;
  pthread_join(t, NULL);
  return 0;
}
