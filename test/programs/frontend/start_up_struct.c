// VERDICT: race
//
// Start-up code walks its section word by word, whatever the variables there are made of.
#include <pthread.h>

int x;

static void *worker(void *unused) {
  x++; // ACCESS: read 'x' @4, write 'x' @4
  return unused;
}

static void start(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
}

__attribute__((section(".init_array"), used)) static struct {
  void (*first)(void);
} entries = {start};

int main(void) {
  x++; // ACCESS: read 'x' @4, write 'x' @4
  return 0;
}
