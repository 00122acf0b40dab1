// VERDICT: race
// A number above 255 is refused.
#include <arpa/inet.h>
#include <pthread.h>

static int x;

static void *run(void *unused) {
  x = 1;
  return 0;
}

int main(void) {
  struct in_addr four;
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  if (inet_pton(AF_INET, "10.0.0.256", &four) == 0)
    x = 2;
  pthread_join(thread, 0);
  return 0;
}
