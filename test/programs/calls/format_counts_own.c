// VERDICT: race-free
//
// The twin of format_counts.c: each thread counts into a variable of its own, or under the lock.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int longest;

static void *worker(void *unused) {
  int before;
  signed char after;
  char line[16];
  sprintf(line, "<%n%d>%hhn", &before, 12, &after); // ACCESS: write 'line' @3 by sprintf, write 'before' @3 by sprintf, write 'after' @3 by sprintf
  pthread_mutex_lock(&lock);
  if (after == 4) // ACCESS: read 'after' @7
    sprintf(line, "%x%n", 255, &longest); // ACCESS: write 'line' @5 by sprintf, write 'longest' @5 by sprintf
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_mutex_lock(&lock);
  int seen = longest; // ACCESS: read 'longest' @14
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return seen;
}
