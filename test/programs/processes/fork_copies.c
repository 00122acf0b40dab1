// VERDICT: race-free
//
// Parent and child each have a counter of their own.
#include <sys/wait.h>
#include <unistd.h>

static int count;

int main(void) {
  pid_t child = fork();
  count++;
  if (child == 0)
    _exit(count);
  if (child > 0)
    waitpid(child, NULL, 0);
  return count;
}
