// VERDICT: race-free
// ANSWER: unknown
//
// A writer waits for room: it comes to its end only after something was read.
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int count;
static char block[70000];
static char copy[70000];

static void *sends(void *unused) {
  if (write(ends[1], block, sizeof block) == sizeof block)
    count = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  if (pipe(ends) != 0)
    return 1;
  pthread_create(&t, NULL, sends, NULL);
  count = 2;
  for (unsigned left = sizeof block; left > 0;) {
    const ssize_t got = read(ends[0], copy, left);
    if (got <= 0)
      _exit(0);
    left -= (unsigned)got;
  }
  pthread_join(t, NULL);
  return 0;
}
