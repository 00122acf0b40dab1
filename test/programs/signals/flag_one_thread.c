// VERDICT: race-free
//
// What volatile sig_atomic_t is for: a handler, and the only thread.
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

static void handle(int number) {
  (void)number;
  stop = 1;
}

int main(void) {
  signal(SIGINT, handle);
  while (!stop)
    sleep(1);
  return 0;
}
