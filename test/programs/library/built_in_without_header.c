// VERDICT: race
//
// The compiler names the function that it calls after the built-in one.
#include <pthread.h>

static int same;

static void *worker(void *name) {
  same += __builtin_strcmp(name, "worker") == 0; // ACCESS: read 'same' @8, write 'same' @8
  return name;
}

int main(int argc, char **argv) {
  pthread_t t;
  if (__builtin_strcmp(argc > 1 ? "worker" : "main", "worker") != 0)
    return 0;
  pthread_create(&t, NULL, worker, "worker");
  same--; // ACCESS: read 'same' @7, write 'same' @7
  pthread_join(t, NULL);
  (void)argv;
  return same;
}
