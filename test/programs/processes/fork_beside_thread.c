// VERDICT: race-free
// ANSWER: unknown
//
// The child counts in its copy, where the worker does not exist.
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int count;

static void *work(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pid_t child = fork();
  if (child == 0) {
    count++;
    _exit(count);
  }
  pthread_join(t, NULL);
  if (child > 0)
    waitpid(child, NULL, 0);
  return count;
}
