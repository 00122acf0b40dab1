// VERDICT: race
//
// The format comes from a table of messages; one of them counts what was printed.
#include <pthread.h>
#include <stdio.h>

static const char *const messages[] = {"%d items\n", "%d items%n\n"};
static int width;

static void *worker(void *unused) {
  for (int i = 0; i < 2; i++)
    printf(messages[i], 3, &width); // ACCESS: read '*messages[i]' @5 by printf, read 'width' @5 by printf, write 'width' @5 by printf, read 'messages[i]' @12
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
