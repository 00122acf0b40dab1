// VERDICT: race-free
//
// A failed creation is tried once more; without a thread the work is done here.
#include <pthread.h>
#include <stddef.h>

static int result;

static void *work(void *unused) {
  result = 5; // ACCESS: write 'result' @10
  return unused;
}

int main(void) {
  pthread_t thread;
  int error = pthread_create(&thread, NULL, work, NULL); // ACCESS: write 'thread' @15 by pthread_create
  if (error != 0)
    error = pthread_create(&thread, NULL, work, NULL); // ACCESS: write 'thread' @13 by pthread_create
  if (error == 0)
    pthread_join(thread, NULL); // ACCESS: read 'thread' @18
  else
    work(NULL);
  return result; // ACCESS: read 'result' @10
}
