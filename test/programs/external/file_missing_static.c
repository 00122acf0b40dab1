// VERDICT: race-free
//
// The twin of file_missing.c: no other file can give another name to a static variable. Variables
// of the C library are none of the program.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

extern int limit;
extern char **environ;
static int level;
int depth;

static void *worker(void *unused) {
  limit = 9; // ACCESS: write 'limit' @9
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  level = 1; // ACCESS: write 'level' @9
  if (environ != NULL) // ACCESS: read 'environ' @7
    fputs("x", stdout); // ACCESS: read 'stdout' @16
  pthread_join(t, NULL); // ACCESS: read 't' @16
  depth = 1; // ACCESS: write 'depth' @9
  return level + optind; // ACCESS: read 'level' @10, read 'optind' @18
}
