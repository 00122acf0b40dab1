// VERDICT: race
//
// Assigning a struct copies it as a block; one thread copies while the other one writes.
#include <pthread.h>
#include <string.h>

struct config {
  struct limits {
    long soft, hard;
  } limits;
  char path[32];
};

static struct config current;

static void *reload(void *unused) {
  struct config fresh = {{1, 2}, "etc"}; // ACCESS: write 'fresh' @17, write 'fresh.limits.soft' @17, write 'fresh.limits.hard' @17, write 'fresh.path[0]' @17, write 'fresh.path[1]' @17, write 'fresh.path[2]' @17
  current = fresh; // ACCESS: write 'current' @13, read 'fresh' @13
  current.limits = fresh.limits; // ACCESS: write 'current.limits' @26, read 'fresh.limits' @26
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reload, NULL); // ACCESS: write 't' @3 by pthread_create
  struct config copy;
  memcpy(&copy, &current, sizeof copy); // ACCESS: write 'copy' @3 by memcpy, read 'current' @3 by memcpy
  struct limits *where = &copy.limits;
  *where = current.limits; // ACCESS: write '*where' @20, read 'current.limits' @20
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return (int)copy.limits.hard; // ACCESS: read 'copy.limits.hard' @27
}
