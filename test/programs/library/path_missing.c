// VERDICT: race
//
// The kernel answers EFAULT where a path is null. The thread goes on to the write.
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *path;
static int removed;

static void *worker(void *unused) {
  struct stat found;
  if (unlink(path) != 0 && remove(path) != 0 && rename(path, path) != 0 && chdir(path) != 0 &&
      access(path, R_OK) != 0 && open(path, O_RDONLY) < 0 && stat(path, &found) != 0 &&
      fopen(path, "r") == NULL)
    ++removed;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return removed;
}
