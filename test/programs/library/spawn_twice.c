// VERDICT: race-free
//
// Other processes share nothing with this one.
#include <pthread.h>
#include <spawn.h>

static char *const arguments[] = {"tool", "-a", NULL};

static void *worker(void *unused) {
  pid_t process;
  posix_spawn(&process, "tool", NULL, NULL, arguments, NULL);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
