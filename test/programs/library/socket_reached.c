// VERDICT: race-free
// ANSWER: unknown
//
// A connection to an own address comes after the other thread began to listen there. The port is one
// that the system chose.
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address;
static int listener;
static int count;

static void *server(void *unused) {
  count = 1;
  if (listen(listener, 1) != 0)
    _exit(0);
  return unused;
}

int main(void) {
  pthread_t t;
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  listener = socket(AF_INET, SOCK_STREAM, 0);
  socklen_t length = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
      getsockname(listener, (struct sockaddr *)&address, &length) != 0)
    _exit(0);
  pthread_create(&t, NULL, server, NULL);
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(connection, (struct sockaddr *)&address, sizeof address) == 0)
    count = 2;
  pthread_join(t, NULL);
  return 0;
}
