// VERDICT: race
// ANSWER: unknown
//
// Two processes write the same memory.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int *count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (count == MAP_FAILED)
    return 1;
  pid_t child = fork();
  ++*count;
  if (child == 0)
    _exit(0);
  if (child > 0)
    waitpid(child, NULL, 0);
  return 0;
}
