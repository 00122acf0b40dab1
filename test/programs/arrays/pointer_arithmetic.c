// VERDICT: race
//
// Pointers that walk: *p++, p[-1], *(p + n).
#include <pthread.h>

static char line[32];

static void *upper(void *arg) {
  char *p = arg;
  while (*p) // ACCESS: read '*p' @10
    *p++ -= 32; // ACCESS: read '*p' @10, write '*p' @10
  p[-1] = '!'; // ACCESS: write 'p[-1]' @9
  return NULL;
}

int main(void) {
  pthread_t t;
  char *end = line;
  for (const char *from = "abc"; *from;) // ACCESS: read '*from' @34
    *end++ = *from++; // ACCESS: write '*end' @12, read '*from' @14
  *end = '\0'; // ACCESS: write '*end' @8
  pthread_create(&t, NULL, upper, line); // ACCESS: write 't' @3 by pthread_create
  int second = *(line + 1) + *(end - 1); // ACCESS: read 'line[1]' @16, read 'end[-1]' @30
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return second;
}
