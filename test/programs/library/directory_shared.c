// VERDICT: race
//
// readdir() overwrites the entry that it returned before. The lock is around the call, but not
// around the use of what it returns.
#include <dirent.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static DIR *stream;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  const struct dirent *entry = readdir(stream);
  pthread_mutex_unlock(&lock);
  if (entry != NULL && entry->d_name[0] == '.')
    return NULL;
  return unused;
}

int main(void) {
  stream = opendir(".");
  if (stream == NULL)
    return 1;
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  closedir(stream);
  return 0;
}
