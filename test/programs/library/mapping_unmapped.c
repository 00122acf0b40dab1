// VERDICT: race
//
// The memory is unmapped while another thread may still use it.
#include <pthread.h>
#include <sys/mman.h>

static void *worker(void *memory) {
  ((char *)memory)[100] = 1;
  return NULL;
}

int main(void) {
  char *memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return 1;
  pthread_t t;
  pthread_create(&t, NULL, worker, memory);
  munmap(memory, 8192);
  pthread_join(t, NULL);
  return 0;
}
