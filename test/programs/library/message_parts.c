// VERDICT: race
//
// sendmsg() reads the buffer that the header points to, by way of a list of parts.
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>

static char payload[16];
static struct iovec part = {payload, sizeof payload};
static struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};

static void *worker(void *unused) {
  sendmsg(3, &message, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  memset(payload, 1, sizeof payload);
  pthread_join(t, NULL);
  return 0;
}
