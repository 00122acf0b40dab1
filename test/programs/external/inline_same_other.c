// PART OF: inline_same.c
#include <pthread.h>
#include <stdio.h>

extern pthread_mutex_t lock;
extern int x;

static const char *other = "before";

extern inline void touch(int by) {
  pthread_mutex_lock(&lock);
  if (by > 1)
    puts("more");
  x += by; // ACCESS: read 'x' @5, write 'x' @5
  pthread_mutex_unlock(&lock);
}

void announce(void) {
  puts(other); // ACCESS: read '*other' @3 by puts, read 'other' @8
}
