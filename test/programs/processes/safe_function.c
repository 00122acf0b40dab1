// VERDICT: race-free
//
// The twin of unsafe_function.c.
#include <pthread.h>
#include <string.h>

static void *work(void *text) {
  char *place;
  return strtok_r(text, " ", &place);
}

int main(void) {
  pthread_t t;
  char one[] = "a b", other[] = "c d";
  pthread_create(&t, NULL, work, one);
  work(other);
  pthread_join(t, NULL);
  return 0;
}
