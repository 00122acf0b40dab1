// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The memory behind the handle is written by both calls.
#include <pthread.h>

struct stream;
struct stream *lib_open(const char *path);
int lib_write(struct stream *stream, const char *text);

static struct stream *stream;

static void *worker(void *unused) {
  lib_write(stream, "worker");
  return unused;
}

int main(void) {
  pthread_t t;
  stream = lib_open("log");
  pthread_create(&t, NULL, worker, NULL);
  lib_write(stream, "main");
  pthread_join(t, NULL);
  return 0;
}
