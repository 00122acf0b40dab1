// VERDICT: race-free
//
// The twin of message_parts.c: two threads send the same message, which is only read.
#include <pthread.h>
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
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
