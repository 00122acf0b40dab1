// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// What the calls return is used under a lock only, and lies apart from the program's own memory.
#include <pthread.h>

struct session {
  int users;
};

struct session *lib_session(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int own;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  struct session *session = lib_session();
  session->users++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  own = 1;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  own++;
  pthread_join(t, NULL);
  return own;
}
