// VERDICT: race-free
//
// The text that inet_ntoa() returns belongs to the thread.
#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>

static void *worker(void *unused) {
  struct in_addr address = {htonl(0x7f000001)};
  puts(inet_ntoa(address));
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
