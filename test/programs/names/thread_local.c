// VERDICT: race-free
//
// The twin of static_local.c: each thread has its own buffer and count.
#include <pthread.h>
#include <stdio.h>

static _Thread_local int calls;

static const char *nameOf(int id) {
  static _Thread_local char text[16];
  calls++;
  text[0] = (char)('a' + id);
  text[1] = '\0';
  return text;
}

static void *worker(void *unused) {
  puts(nameOf(1));
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  puts(nameOf(2));
  pthread_join(t, NULL);
  return calls;
}
