// VERDICT: race
//
// gethostbyname() returns memory of the library. The lock is around the call, but not around the
// use of what it returns.
#include <netdb.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *name) {
  pthread_mutex_lock(&lock);
  const struct hostent *host = gethostbyname(name);
  pthread_mutex_unlock(&lock);
  if (host != NULL && host->h_length == 4)
    return host->h_addr_list[0];
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, "one");
  worker("two");
  pthread_join(t, NULL);
  return 0;
}
