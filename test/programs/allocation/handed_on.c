// VERDICT: race-free
// ALLOCATION: fails
//
// A thread is created only if there is a job for it; else the creator does it itself.
#include <pthread.h>
#include <stdlib.h>

struct job {
  int number;
};

static int sum;

static void *run(void *argument) {
  struct job *job = argument;
  sum += job->number; // ACCESS: read 'sum' @7, write 'sum' @7, read 'job->number' @15
  free(job); // ACCESS: write '*job' @3 by free
  return NULL;
}

int main(void) {
  struct job *job = malloc(sizeof *job);
  if (job == NULL) {
    sum = 1; // ACCESS: write 'sum' @9
    return sum; // ACCESS: read 'sum' @12
  }
  job->number = 1; // ACCESS: write 'job->number' @15
  pthread_t thread;
  pthread_create(&thread, NULL, run, job); // ACCESS: write 'thread' @3 by pthread_create
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return sum; // ACCESS: read 'sum' @10
}
