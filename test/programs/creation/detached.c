// VERDICT: race-free
//
// A detached thread owns the job; if there is none, the creator still does, and frees it.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct job {
  int size;
};

static void *run(void *argument) {
  struct job *job = argument;
  job->size++; // ACCESS: read 'job->size' @12, write 'job->size' @12
  free(job); // ACCESS: write '*job' @3 by free
  return NULL;
}

int main(void) {
  struct job *job = malloc(sizeof *job);
  if (job == NULL)
    return 1;
  job->size = 1; // ACCESS: write 'job->size' @13
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, job) != 0) { // ACCESS: write 'thread' @7 by pthread_create
    job->size = 0; // ACCESS: write 'job->size' @15
    free(job); // ACCESS: write '*job' @5 by free
    return 1;
  }
  pthread_detach(thread); // ACCESS: read 'thread' @18
  return 0;
}
