// VERDICT: race-free
//
// POSIX allows threads to read from different streams, also of one directory.
#include <dirent.h>
#include <pthread.h>

static void *worker(void *unused) {
  DIR *stream = opendir(".");
  if (stream == NULL)
    return unused;
  const struct dirent *entry = readdir(stream);
  const int hidden = entry != NULL && entry->d_name[0] == '.';
  closedir(stream);
  return hidden ? NULL : unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
