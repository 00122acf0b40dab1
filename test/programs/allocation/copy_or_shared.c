// VERDICT: race
// ALLOCATION: fails
//
// A name is copied for the thread. Without memory for the copy the original is used, and written.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char name[] = "ab";

static void *capitalise(void *unused) {
  char *copy = strdup(name); // ACCESS: read 'name' @16 by strdup
  char *own = copy != NULL ? copy : name;
  own[0] = 'A'; // ACCESS: write 'own[0]' @10
  free(copy); // ACCESS: write '*copy' @3 by free
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, capitalise, NULL); // ACCESS: write 'thread' @3 by pthread_create
  const char first = name[0]; // ACCESS: read 'name[0]' @22
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return first;
}
