// VERDICT: race-free
// ANSWER: unknown
//
// The first byte comes from writev(), which is not followed: what is read is not what write() sent.
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

static int ends[2];
static int count;

static void *sends(void *unused) {
  struct iovec part = {"a", 1};
  if (writev(ends[1], &part, 1) != 1 || write(ends[1], "b", 1) != 1)
    _exit(0);
  count = 1;
  return unused;
}

static void *receives(void *unused) {
  char byte = 0;
  if (read(ends[0], &byte, 1) == 1 && byte != 'a')
    count = 2; // never
  return unused;
}

int main(void) {
  pthread_t one, two;
  if (pipe(ends) != 0)
    return 1;
  pthread_create(&one, NULL, sends, NULL);
  pthread_create(&two, NULL, receives, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
