// VERDICT: race-free
//
// C leaves undefined what this does, but there is no second thread that could race.
#include <signal.h>
#include <unistd.h>

static int count;

static void handle(int number) {
  (void)number;
  count++;
}

int main(void) {
  signal(SIGINT, handle);
  count = 1;
  sleep(1);
  return count;
}
