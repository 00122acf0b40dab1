// VERDICT: race
//
// %n writes how many characters were printed until then, here through a pointer in a record.
#include <pthread.h>
#include <stdio.h>

struct field {
  const char *text;
  int width;
};
static struct field title = {"load", 0};

static void *worker(void *arg) {
  struct field *f = arg;
  char line[40];
  snprintf(line, sizeof line, "%s: %d%n|", f->text, 12, &f->width); // ACCESS: read 'f->text' @47, write 'line' @3 by snprintf, read '*f->text' @3 by snprintf, write 'f->width' @3 by snprintf
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, &title); // ACCESS: write 't' @3 by pthread_create
  int wide = title.width > 10; // ACCESS: read 'title.width' @20
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return wide;
}
