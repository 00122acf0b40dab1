// VERDICT: race-free
// ANSWER: unknown
//
// Nothing in this program raises SIGSEGV, and blocking it tells others that none is wanted.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int crashed;

static void handle(int number) {
  crashed = number;
  _exit(1);
}

static void *work(void *unused) {
  return crashed ? (void *)0 : unused;
}

int main(void) {
  pthread_t t;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGSEGV);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  signal(SIGSEGV, handle);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  return 0;
}
