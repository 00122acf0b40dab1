// VERDICT: race
//
// An entry is copied with the bytes that it says it has, and its name is among them.
#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int found;

static void *worker(void *unused) {
  DIR *stream = opendir(".");
  if (stream == NULL)
    return NULL;
  const struct dirent *entry = readdir(stream);
  if (entry != NULL) {
    struct dirent *copy = malloc(entry->d_reclen);
    memcpy(copy, entry, entry->d_reclen);
    if (strlen(copy->d_name) > 0)
      ++found;
    free(copy);
  }
  closedir(stream);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return found;
}
