// VERDICT: race-free
//
// What waitpid() gives is the number of the child, if it does not fail.
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
  const pid_t ended = waitpid(child, NULL, 0);
  pthread_create(&thread, NULL, work, NULL);
  if (ended > 0 && ended != child)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
