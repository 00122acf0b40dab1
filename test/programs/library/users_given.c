// VERDICT: race-free
//
// With a buffer of the thread there is nothing to share.
#include <pthread.h>
#include <pwd.h>

static void *worker(void *name) {
  struct passwd entry, *found;
  char text[1024];
  if (getpwnam_r(name, &entry, text, sizeof text, &found) == 0 && found != NULL)
    return found->pw_dir[0] == '/' ? name : NULL;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, "one");
  worker("two");
  pthread_join(t, NULL);
  return 0;
}
