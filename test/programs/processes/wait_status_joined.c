// VERDICT: race-free
//
// The twin of wait_status.c: the worker is gone.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int status;

static void *work(void *unused) {
  return status ? (void *)0 : unused;
}

int main(void) {
  pthread_t t;
  pid_t child = fork();
  if (child < 0)
    return 1;
  if (child == 0)
    _exit(3);
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}
