// VERDICT: race
//
// Anyone may connect to a server, and send: what this program sends to itself orders nothing.
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address;
static int count;

static void *client(void *unused) {
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  count = 1;
  if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0 ||
      send(connection, "x", 1, 0) != 1)
    _exit(0);
  return unused;
}

int main(void) {
  pthread_t t;
  address.sin_family = AF_INET;
  address.sin_port = htons(17653);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 1) != 0)
    _exit(0);
  pthread_create(&t, NULL, client, NULL);
  const int connection = accept(listener, NULL, NULL);
  char byte;
  if (recv(connection, &byte, 1, 0) == 1)
    count = 2;
  pthread_join(t, NULL);
  return 0;
}
