// VERDICT: race-free
// ANSWER: unknown
//
// A connection of the program to itself: what comes back comes after what the other thread did.
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un address = {AF_UNIX, "/tmp/raceward-test-socket"};
static int listener;
static int count;

static void *server(void *unused) {
  const int connection = accept(listener, NULL, NULL);
  count = 1;
  if (send(connection, "x", 1, 0) != 1)
    _exit(0);
  return unused;
}

int main(void) {
  pthread_t t;
  unlink(address.sun_path);
  listener = socket(AF_UNIX, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 1) != 0)
    _exit(0);
  pthread_create(&t, NULL, server, NULL);
  const int connection = socket(AF_UNIX, SOCK_STREAM, 0);
  char byte;
  if (connect(connection, (struct sockaddr *)&address, sizeof address) == 0 &&
      recv(connection, &byte, 1, 0) == 1)
    count = 2;
  pthread_join(t, NULL);
  unlink(address.sun_path);
  return 0;
}
