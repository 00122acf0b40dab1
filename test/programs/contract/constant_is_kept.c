// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// A function keeps a pointer to a constant, and another one gives it back as a pointer to a text.
#include <pthread.h>

void lib_name(const char *name);
char *lib_last_name(void);

static void *worker(void *unused) {
  char *name = lib_last_name();
  if (name != NULL)
    name[0] = 'b';
  return unused;
}

int main(void) {
  pthread_t t;
  char name[16] = "a";
  lib_name(name);
  pthread_create(&t, NULL, worker, NULL);
  name[0] = 'c';
  pthread_join(t, NULL);
  return 0;
}
