// VERDICT: race
//
// strtok_r() goes on in the text where the other call stopped, and writes a zero there.
#include <pthread.h>
#include <string.h>

static char text[] = "a b c";
static char *rest;

static void *worker(void *unused) {
  strtok_r(NULL, " ", &rest);
  return unused;
}

int main(void) {
  pthread_t t;
  strtok_r(text, " ", &rest);
  pthread_create(&t, NULL, worker, NULL);
  char fourth = text[3];
  pthread_join(t, NULL);
  return fourth;
}
