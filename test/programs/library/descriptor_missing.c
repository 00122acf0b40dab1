// VERDICT: race-free
//
// Where a file could not be opened there is nothing to read, to write or to close: each of these
// calls fails, and says why.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static int shared;

static void *worker(void *unused) {
  shared = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  char byte = 0;
  struct stat about;
  pthread_create(&t, NULL, worker, NULL);
  const int file = open("data", O_RDONLY);
  if (file < 0 && errno == 0)
    shared = 2;
  if (file < 0 && read(file, &byte, 1) > 0)
    shared = 3;
  if (write(-1, &byte, 1) >= 0 || errno != EBADF)
    shared = 4;
  if (close(-1) == 0 || dup(-1) >= 0 || fcntl(-1, F_GETFL) >= 0 || fstat(-1, &about) == 0)
    shared = 5;
  pthread_join(t, NULL);
  return 0;
}
