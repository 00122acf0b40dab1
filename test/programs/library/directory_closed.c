// VERDICT: race
// ANSWER: unknown
//
// The stream is closed while another thread may still read from it.
#include <dirent.h>
#include <pthread.h>

static void *worker(void *stream) {
  struct dirent entry, *found;
  readdir_r(stream, &entry, &found);
  return NULL;
}

int main(void) {
  DIR *stream = opendir(".");
  if (stream == NULL)
    return 1;
  pthread_t t;
  pthread_create(&t, NULL, worker, stream);
  closedir(stream);
  pthread_join(t, NULL);
  return 0;
}
