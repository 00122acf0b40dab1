// VERDICT: race-free
// ANSWER: unknown
//
// A message is received after it was sent.
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static int number;
static mqd_t queue;

static void *worker(void *unused) {
  number = 1;
  mq_send(queue, "a", 1, 0);
  return unused;
}

int main(void) {
  pthread_t t;
  char text[8192];
  queue = mq_open("/raceward", O_RDWR | O_CREAT, 0600, NULL);
  if (queue == (mqd_t)-1)
    return 1;
  pthread_create(&t, NULL, worker, NULL);
  if (mq_receive(queue, text, sizeof text, NULL) == 1)
    number = 2;
  pthread_join(t, NULL);
  return 0;
}
