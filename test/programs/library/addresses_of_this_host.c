// VERDICT: race-free
//
// Without a name, there is an address of this host for the family, the type and the port that are
// asked for, by what it is to be used for. A request without a name and a service fails.
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stddef.h>

static int x;

static void *worker(void *unused) {
  x = 1;
  return unused;
}

static in_addr_t addressFor(int flags) {
  struct addrinfo wanted = {.ai_flags = flags, .ai_family = AF_INET, .ai_socktype = SOCK_DGRAM};
  struct addrinfo *found;
  in_addr_t address = htonl(INADDR_LOOPBACK);
  if (getaddrinfo(NULL, "53", &wanted, &found) == 0) {
    const struct sockaddr_in *first = (const struct sockaddr_in *)found->ai_addr;
    if (found->ai_socktype != SOCK_DGRAM || found->ai_protocol != IPPROTO_UDP ||
        found->ai_next != NULL || first->sin_family != AF_INET || first->sin_port != htons(53))
      x = 3;
    address = first->sin_addr.s_addr;
    freeaddrinfo(found);
  } else if (flags != 0) {
    address = htonl(INADDR_ANY);
  }
  return address;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  struct addrinfo *found;
  if (addressFor(0) != htonl(INADDR_LOOPBACK) || addressFor(AI_PASSIVE) != htonl(INADDR_ANY) ||
      getaddrinfo(NULL, NULL, NULL, &found) == 0)
    x = 2;
  pthread_join(thread, NULL);
  return 0;
}
