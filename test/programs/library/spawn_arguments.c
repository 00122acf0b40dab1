// VERDICT: race
//
// posix_spawn() reads the texts of its arguments.
#include <pthread.h>
#include <spawn.h>

static char option[4] = "-a";
static char *const arguments[] = {"tool", option, NULL};

static void *worker(void *unused) {
  pid_t process;
  posix_spawn(&process, "tool", NULL, NULL, arguments, NULL);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  option[1] = 'b';
  pthread_join(t, NULL);
  return 0;
}
