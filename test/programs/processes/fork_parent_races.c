// VERDICT: race
//
// The twin of fork_beside_thread.c: the parent counts.
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
  if (child == 0)
    _exit(0);
  if (child > 0)
    count++;
  pthread_join(t, NULL);
  return count;
}
