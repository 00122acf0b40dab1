// VERDICT: race-free
//
// The twin of hosts_shared.c: what the library returned is used under the lock.
#include <netdb.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int firstByte;

static void *worker(void *name) {
  pthread_mutex_lock(&lock);
  const struct hostent *host = gethostbyname(name);
  if (host != NULL && host->h_length == 4)
    firstByte = host->h_addr_list[0][0];
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, "one");
  worker("two");
  pthread_join(t, NULL);
  return 0;
}
