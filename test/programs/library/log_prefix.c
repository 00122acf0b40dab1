// VERDICT: race
//
// openlog() keeps the name, and every message reads it.
#include <pthread.h>
#include <syslog.h>

static char name[8] = "one";

static void *worker(void *unused) {
  syslog(LOG_INFO, "started");
  return unused;
}

int main(void) {
  openlog(name, 0, LOG_USER);
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  name[0] = 't';
  pthread_join(t, NULL);
  return 0;
}
