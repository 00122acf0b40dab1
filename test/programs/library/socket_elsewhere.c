// VERDICT: race
//
// A server that asks another one: the two connections have nothing to do with each other.
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int count;

static struct sockaddr_in at_port(int port) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static void *asks(void *unused) {
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  const struct sockaddr_in there = at_port(80);
  if (connect(connection, (const struct sockaddr *)&there, sizeof there) != 0)
    return NULL;
  count = 1;
  send(connection, "x", 1, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  const struct sockaddr_in here = at_port(17653);
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (const struct sockaddr *)&here, sizeof here) != 0 || listen(listener, 1) != 0)
    _exit(0);
  pthread_create(&t, NULL, asks, NULL);
  const int connection = accept(listener, NULL, NULL);
  char byte;
  if (recv(connection, &byte, 1, 0) == 1)
    count = 2;
  pthread_join(t, NULL);
  return 0;
}
