// VERDICT: race-free
//
// A thread works on a compound literal in the frame of main, which waits for it.
#include <pthread.h>

struct job {
  int from, to;
  long sum;
};

static void *run(void *arg) {
  struct job *job = arg;
  for (int i = job->from; i < job->to; i++)
    job->sum += i;
  return NULL;
}

int main(void) {
  pthread_t t;
  struct job *job = &(struct job){.from = 1, .to = 10};
  pthread_create(&t, NULL, run, job);
  pthread_join(t, NULL);
  return (int)job->sum;
}
