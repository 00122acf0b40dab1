// VERDICT: race
//
// The creator looks at the job of the detached thread, too, as if there were none.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct job {
  int size;
};

static struct job only;

static void *run(void *argument) {
  struct job *job = argument;
  job->size++; // ACCESS: read 'job->size' @12, write 'job->size' @12
  return NULL;
}

int main(void) {
  pthread_t thread;
  only.size = 1; // ACCESS: write 'only.size' @13
  const int error = pthread_create(&thread, NULL, run, &only); // ACCESS: write 'thread' @21 by pthread_create
  if (error == 0)
    pthread_detach(thread); // ACCESS: read 'thread' @20
  return only.size; // ACCESS: read 'only.size' @15
}
