// What lies behind a pointer in untyped memory is not known: no race is made up, and none is ruled
// out.
// VERDICT: race-free
// ANSWER: unknown
// OPTIONS: --entry worker
struct job {
  int *count;
};

void *worker(void *argument) {
  struct job *job = argument;
  ++*job->count;
  return argument;
}
