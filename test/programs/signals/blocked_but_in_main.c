// VERDICT: race-free
// ANSWER: unknown
//
// The handler can only run in main, which is the only one to look at the counter.
#include <pthread.h>
#include <signal.h>

static int count;
static int other;

static void handle(int number) {
  count += number;
}

static void *work(void *unused) {
  other++;
  return unused;
}

int main(void) {
  pthread_t t;
  sigset_t set;
  sigfillset(&set);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  signal(SIGUSR1, handle);
  pthread_create(&t, NULL, work, NULL);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  if (count > 3)
    return 3;
  pthread_join(t, NULL);
  return 0;
}
