// VERDICT: race
//
// printf reads the strings that it prints, and nothing through %p; scanf and sscanf write.
#include <pthread.h>
#include <stdio.h>

static char name[16] = "worker";
static int width, port;

static void *relabel(void *unused) {
  sscanf("7 eve", "%d %15s", &width, name);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, relabel, NULL);
  printf("%s at %p\n", name, (void *)&width);
  if (scanf("%d", &port) != 1)
    port = 80;
  pthread_join(t, NULL);
  printf("%*d %d\n", width, port, 1);
  return 0;
}
