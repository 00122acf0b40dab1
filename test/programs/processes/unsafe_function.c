// VERDICT: race
//
// strtok() keeps its place in memory of its own, which all threads share.
#include <pthread.h>
#include <string.h>

static void *work(void *text) {
  return strtok(text, " ");
}

int main(void) {
  pthread_t t;
  char one[] = "a b", other[] = "c d";
  pthread_create(&t, NULL, work, one);
  work(other);
  pthread_join(t, NULL);
  return 0;
}
