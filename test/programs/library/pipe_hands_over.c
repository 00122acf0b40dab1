// VERDICT: race-free
// ANSWER: unknown
//
// An object goes to another thread through one pipe, by its address, and comes back through another.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct job {
  int value;
  int answer;
};

static int there[2];
static int back[2];

static void *work(void *unused) {
  struct job *job;
  if (read(there[0], &job, sizeof job) != sizeof job)
    _exit(0);
  job->answer = 2 * job->value;
  if (write(back[1], &job, sizeof job) != sizeof job)
    _exit(0);
  return unused;
}

int main(void) {
  pthread_t t;
  if (pipe(there) != 0 || pipe(back) != 0)
    return 1;
  pthread_create(&t, NULL, work, NULL);
  struct job *job = malloc(sizeof *job);
  job->value = 1;
  job->answer = 0;
  if (write(there[1], &job, sizeof job) != sizeof job)
    _exit(0);
  struct job *same = job;
  job = NULL;
  if (read(back[0], &job, sizeof job) != sizeof job)
    _exit(0);
  if (job != same || job->answer != 2)
    same->value = 3;
  free(job);
  pthread_join(t, NULL);
  return 0;
}
