// VERDICT: race
//
// Nobody knows the format before the program runs; one of the two writes the length.
#include <pthread.h>
#include <stdio.h>

static int length;
static const char *formats[2] = {"%s at %p\n", "%s%n\n"};

static int show(const char *format, const char *text, int *place) {
  return fprintf(stderr, format, text, place); // ACCESS: read 'stderr' @18, read '*format' @10 by fprintf, read '*text' @10 by fprintf, write '*text' @10 by fprintf, read '*place' @10 by fprintf, write '*place' @10 by fprintf
}

static void *worker(void *unused) {
  show(formats[1], "a worker", &length); // ACCESS: read 'formats[1]' @8
  return unused;
}

int main(int argc, char **argv) {
  pthread_t t;
  (void)argv;
  if (argc > 3)
    formats[1] = formats[0]; // ACCESS: read 'formats[0]' @18, write 'formats[1]' @16
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  int seen = length; // ACCESS: read 'length' @14
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return seen;
}
