// VERDICT: race-free
//
// One of two formats, which are both known: a name is read, and what is only printed as an address
// is not looked at. Arguments that no conversion asks for are not used.
#include <pthread.h>
#include <stdio.h>

static char name[] = "disk";
static int users;
static int spare;

static void *worker(void *arg) {
  printf(arg == NULL ? "%s: one\n" : "%s: %p\n", name, (void *)&users, &spare); // ACCESS: read '*(arg == NULL ? &"%s: one\n" : &"%s: %p\n")' @3 by printf, read 'name' @3 by printf
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, name); // ACCESS: write 't' @3 by pthread_create
  users = 1; // ACCESS: write 'users' @9
  spare = 2; // ACCESS: write 'spare' @9
  printf("%s\n", name); // ACCESS: read 'name' @3 by printf
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return users; // ACCESS: read 'users' @10
}
