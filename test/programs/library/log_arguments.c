// VERDICT: race-free
//
// The log itself is locked; what the format names is only read.
#include <pthread.h>
#include <syslog.h>

static char name[8] = "one";

static void *worker(void *unused) {
  syslog(LOG_INFO, "started %s", name);
  return unused;
}

int main(void) {
  openlog(name, 0, LOG_USER);
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  syslog(LOG_INFO, "goes on with %s and %d", name, 3);
  pthread_join(t, NULL);
  closelog();
  return 0;
}
