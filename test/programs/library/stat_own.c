// VERDICT: race-free
//
// Each thread has a struct of its own; the file is not memory.
#include <pthread.h>
#include <sys/stat.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void *worker(void *path) {
  struct stat found;
  if (stat(path, &found) == 0) {
    pthread_mutex_lock(&lock);
    total += found.st_size;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, "one");
  worker("one");
  pthread_join(t, NULL);
  return total > 9;
}
