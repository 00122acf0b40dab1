// VERDICT: race
//
// stat() writes the struct that it is given.
#include <pthread.h>
#include <sys/stat.h>

static struct stat found;

static void *worker(void *path) {
  stat(path, &found);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, "one");
  const int failed = stat("two", &found);
  pthread_join(t, NULL);
  return failed;
}
