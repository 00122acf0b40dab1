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
  struct config fresh = {{1, 2}, "etc"};
  current = fresh;
  current.limits = fresh.limits;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reload, NULL);
  struct config copy;
  memcpy(&copy, &current, sizeof copy);
  struct limits *where = &copy.limits;
  *where = current.limits;
  pthread_join(t, NULL);
  return (int)copy.limits.hard;
}
