// VERDICT: race-free
// ANSWER: unknown
//
// The exit code is that of the child, which is not followed there.
#include <pthread.h>
#include <stddef.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int count;

static void *work(void *unused) {
  count = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  const pid_t child = fork();
  if (child < 0)
    return 1;
  if (child == 0)
    _exit(0);
  int status;
  if (waitpid(child, &status, 0) != child)
    return 2;
  pthread_create(&thread, NULL, work, NULL);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 3)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
