// VERDICT: race
//
// Whether a host has an address is up to the name service, but the address is of the family that was
// asked for.
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void *worker(void *unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  struct addrinfo wanted = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found;
  if (getaddrinfo("host", "443", &wanted, &found) == 0) {
    if (found->ai_family == AF_INET)
      x = 2;
    freeaddrinfo(found);
  }
  pthread_join(thread, NULL);
  return 0;
}
