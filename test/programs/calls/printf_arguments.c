// VERDICT: race
//
// printf reads the strings that it prints, and nothing through %p; scanf and sscanf write.
#include <pthread.h>
#include <stdio.h>

static char name[16] = "worker";
static int width, port;

static void *relabel(void *unused) {
  sscanf("7 eve", "%d %15s", &width, name); // ACCESS: write 'width' @3 by __isoc99_sscanf, write 'name' @3 by __isoc99_sscanf
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, relabel, NULL); // ACCESS: write 't' @3 by pthread_create
  printf("%s at %p\n", name, (void *)&width); // ACCESS: read 'name' @3 by printf
  if (scanf("%d", &port) != 1) // ACCESS: write 'port' @7 by __isoc99_scanf
    port = 80; // ACCESS: write 'port' @10
  pthread_join(t, NULL); // ACCESS: read 't' @16
  printf("%*d %d\n", width, port, 1); // ACCESS: read 'width' @22, read 'port' @29
  return 0;
}
