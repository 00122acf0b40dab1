// VERDICT: race-free
// Texts say which addresses they are.
#include <arpa/inet.h>
#include <pthread.h>

static int x;

static void *run(void *unused) {
  x = 1;
  return 0;
}

int main(void) {
  struct in6_addr six;
  struct in_addr four;
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  if (inet_pton(AF_INET, "10.0.0.256", &four) != 0 || inet_pton(AF_INET6, "::1", &six) != 1 ||
      six.s6_addr[15] != 1 || inet_addr("127.0.0.1") != htonl(INADDR_LOOPBACK))
    x = 2;
  pthread_join(thread, 0);
  return 0;
}
