// VERDICT: race-free
//
// The twin of tokens_of_shared_text.c: each thread splits its own text.
#include <pthread.h>
#include <string.h>

static void *worker(void *unused) {
  char text[] = "a b c";
  char *rest;
  for (char *token = strtok_r(text, " ", &rest); token != NULL; token = strtok_r(NULL, " ", &rest))
    if (token[0] == 'c')
      return unused;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
