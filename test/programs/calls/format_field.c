// VERDICT: race
//
// The format is a member of a struct that is handed on by value.
#include <pthread.h>
#include <stdio.h>

struct style {
  const char *format;
  int *width;
};

static int width;

static void show(struct style style, int number) { // ACCESS: write 'style.format' @0, write 'style.width' @0
  printf(style.format, number, style.width); // ACCESS: read '*style.format' @3 by printf, read '*style.width' @3 by printf, write '*style.width' @3 by printf, read 'style.format' @16, read 'style.width' @38
}

static void *worker(void *unused) {
  show((struct style){"<%d>%n\n", &width}, 7); // ACCESS: read '(struct style){…}.format' @3, read '(struct style){…}.width' @3, write '(struct style){…}.format' @22, write '(struct style){…}.width' @22
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
