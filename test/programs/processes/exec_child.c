// VERDICT: race-free
//
// What most programs do with a child.
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int failures;

static void *run(void *unused) {
  char *const arguments[] = {"true", NULL};
  pid_t child = fork();
  if (child == 0) {
    execvp(arguments[0], arguments);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status)) {
    pthread_mutex_lock(&m);
    failures++;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  run(NULL);
  pthread_join(t, NULL);
  return failures;
}
