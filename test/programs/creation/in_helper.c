// VERDICT: race
//
// The result goes through a helper that turns it into a truth value; the caller works alone then.
#include <pthread.h>
#include <stddef.h>
#include <stdbool.h>

static int done;

static void *work(void *unused) {
  done++; // ACCESS: read 'done' @7, write 'done' @7
  return unused;
}

static bool spawn(pthread_t *thread) {
  return pthread_create(thread, NULL, work, NULL) == 0; // ACCESS: write '*thread' @10 by pthread_create
}

int main(void) {
  pthread_t first, second;
  const bool hasFirst = spawn(&first);
  const bool hasSecond = hasFirst && spawn(&second);
  if (hasFirst && !hasSecond)
    work(NULL);
  if (hasFirst)
    pthread_join(first, NULL); // ACCESS: read 'first' @18
  if (hasSecond)
    pthread_join(second, NULL); // ACCESS: read 'second' @18
  return done; // ACCESS: read 'done' @10
}
