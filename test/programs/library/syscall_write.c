// VERDICT: race
//
// Calls of the kernel by their number (x86-64): what write() reads, another thread writes.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static char text[4] = "abc";

static void *change(void *none) {
  text[1] = 'x';
  return none;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, change, NULL) != 0)
    return 1;
  syscall(24L);
  syscall(1L, 1, text, sizeof text);
  pthread_join(thread, NULL);
  return (int)syscall(39L);
}
