// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// The distance of two pointers is a number: the function cannot write the text by that.
#include <pthread.h>

int lib_send(const char *from, unsigned long bytes);

static char text[16];

static int send_rest(const char *from) {
  return lib_send(from, (unsigned long)(text + sizeof text - from));
}

static void *worker(void *unused) {
  send_rest(text + 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  send_rest(text);
  pthread_join(t, NULL);
  return 0;
}
