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
  for (int i = job->from; i < job->to; i++) // ACCESS: read 'job->from' @21, read 'job->to' @36
    job->sum += i; // ACCESS: read 'job->sum' @14, write 'job->sum' @14
  return NULL;
}

int main(void) {
  pthread_t t;
  struct job *job = &(struct job){.from = 1, .to = 10}; // ACCESS: write '(struct job){…}.from' @34, write '(struct job){…}.to' @34, write '(struct job){…}.sum' @34
  pthread_create(&t, NULL, run, job); // ACCESS: write 't' @3 by pthread_create
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return (int)job->sum; // ACCESS: read 'job->sum' @20
}
