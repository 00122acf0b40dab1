// VERDICT: race-free
//
// Each thread reads into its own part; the list of parts is only read.
#include <pthread.h>
#include <sys/uio.h>

static char head[4], body[16];
static const struct iovec parts[] = {{head, sizeof head}, {body, sizeof body}};

static void *worker(void *unused) {
  readv(3, parts, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  readv(3, parts + 1, 1);
  pthread_join(t, NULL);
  return body[0];
}
