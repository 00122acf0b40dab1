// VERDICT: race
//
// A static local is one object for all threads, however local it looks.
#include <pthread.h>
#include <stdio.h>

static const char *nameOf(int id) {
  static char text[16];
  static int calls;
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
  return 0;
}
