// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// Two calls may return the same memory.
#include <pthread.h>

struct session {
  int users;
};

struct session *lib_session(void);

static void *worker(void *unused) {
  struct session *session = lib_session();
  session->users++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
