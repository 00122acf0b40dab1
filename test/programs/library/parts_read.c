// VERDICT: race
//
// readv() writes the buffers that the list of parts points to.
#include <pthread.h>
#include <sys/uio.h>

static char head[4], body[16];
static const struct iovec parts[] = {{head, sizeof head}, {body, sizeof body}};

static void *worker(void *unused) {
  readv(3, parts, 2);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  const char first = body[0];
  pthread_join(t, NULL);
  return first;
}
