// VERDICT: race
// ANSWER: unknown
//
// Both mappings show the same file.
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>

static void *worker(void *unused) {
  int *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 3, 0);
  if (memory != MAP_FAILED)
    memory[0] = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
