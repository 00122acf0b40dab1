// VERDICT: race
// ANSWER: unknown
//
// The handle of a thread that was joined may be given to a new one, which is then taken for
// the old one.
#include <pthread.h>
#include <stddef.h>

static pthread_t trusted[2];
static int trustedCount;
static int data;

static void *setUp(void *unused) {
  return unused;
}

static int isTrusted(pthread_t who) {
  for (int i = 0; i < trustedCount; i++) // ACCESS: read 'trustedCount' @23
    if (trusted[i] == who) // ACCESS: read 'trusted[i]' @9
      return 1;
  return 0;
}

static void *worker(void *unused) {
  if (isTrusted(pthread_self()))
    data++; // ACCESS: read 'data' @9, write 'data' @9
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&trusted[0], NULL, setUp, NULL); // ACCESS: write 'trusted' @3 by pthread_create
  pthread_join(trusted[0], NULL); // ACCESS: read 'trusted[0]' @16
  trustedCount = 1; // ACCESS: write 'trustedCount' @16
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  data++; // ACCESS: read 'data' @7, write 'data' @7
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
