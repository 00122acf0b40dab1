// VERDICT: race
// ANSWER: unknown
//
// What a switch in a section holds is written through the names that the linker makes. The code
// that it guards is not dead.
#include <pthread.h>

__attribute__((section("switches"), used)) static int verbose;
extern int __start_switches[];
static int lines;

static void *worker(void *unused) {
  if (verbose) // ACCESS: read 'verbose' @7
    lines++; // ACCESS: read 'lines' @10, write 'lines' @10
  return unused;
}

int main(void) {
  pthread_t t, u;
  __start_switches[0] = 1; // ACCESS: write '__start_switches' @23
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_create(&u, NULL, worker, NULL); // ACCESS: write 'u' @3 by pthread_create
  pthread_join(t, NULL); // ACCESS: read 't' @16
  pthread_join(u, NULL); // ACCESS: read 'u' @16
  return lines; // ACCESS: read 'lines' @10
}
