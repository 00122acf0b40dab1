// VERDICT: race-free
//
// vfork() and a program that may not be there.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int started;

static void *run(void *unused) {
  pid_t child = vfork();
  if (child == 0) {
    execl("/bin/true", "true", (char *)NULL);
    _exit(127);
  }
  pthread_mutex_lock(&m);
  started += child > 0;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  run(NULL);
  pthread_join(t, NULL);
  return started;
}
