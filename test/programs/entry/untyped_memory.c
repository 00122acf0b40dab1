// Memory behind void * has any content.
// VERDICT: race
// OPTIONS: --entry worker
struct job {
  int kind;
  int count;
};

static int done;

void *worker(void *argument) {
  struct job *job = argument;
  if (job->kind == 3)
    done += job->count;
  return argument;
}
