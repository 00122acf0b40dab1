// VERDICT: race
// OPTIONS: --time-limit 30
//
// A service with workers that poll until they are told to stop. Stopping sets a flag, wakes all and
// joins them; only then are their figures added up and everything freed.
//
// Broken: The figures are added up before the workers have ended.
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct service;

struct worker {
  pthread_t thread;
  struct service *service;
  unsigned long rounds;
  unsigned long errors;
};

struct service {
  pthread_mutex_t lock;
  pthread_cond_t wake;
  bool stop;
  int pending;
  struct worker *workers;
  int worker_count;
  int (*poll)(int round);
  int status;
};

static bool service_next(struct service *service) {
  pthread_mutex_lock(&service->lock);
  while (service->pending == 0 && !service->stop) // ACCESS: read 'service->pending' @19, read 'service->stop' @45
    pthread_cond_wait(&service->wake, &service->lock);
  bool more = !service->stop; // ACCESS: read 'service->stop' @25
  if (more)
    service->pending--; // ACCESS: read 'service->pending' @21, write 'service->pending' @21
  pthread_mutex_unlock(&service->lock);
  return more;
}

static void service_fail(struct service *service, int status) {
  pthread_mutex_lock(&service->lock);
  service->status = status; // ACCESS: write 'service->status' @19
  service->stop = true; // ACCESS: write 'service->stop' @17
  pthread_cond_broadcast(&service->wake);
  pthread_mutex_unlock(&service->lock);
}

static void *worker_main(void *argument) {
  struct worker *self = argument;
  while (service_next(self->service)) { // ACCESS: read 'self->service' @29
    int status = self->service->poll((int)self->rounds); // ACCESS: read 'self->service' @24, read 'self->service->poll' @33, read 'self->rounds' @49
    self->rounds++; // ACCESS: read 'self->rounds' @17, write 'self->rounds' @17
    if (status != 0) {
      self->errors++; // ACCESS: read 'self->errors' @19, write 'self->errors' @19
      service_fail(self->service, status); // ACCESS: read 'self->service' @26
      break;
    }
  }
  return NULL;
}

static void service_join(struct service *service) {
  pthread_mutex_lock(&service->lock);
  service->stop = true; // ACCESS: write 'service->stop' @17
  pthread_cond_broadcast(&service->wake);
  pthread_mutex_unlock(&service->lock);
  for (int i = 0; i < service->worker_count; i++) // ACCESS: read 'service->worker_count' @32
    pthread_join(service->workers[i].thread, NULL); // ACCESS: read 'service->workers' @27, read 'service->workers[i].thread' @38
}

static void service_free(struct service *service) {
  pthread_cond_destroy(&service->wake);
  pthread_mutex_destroy(&service->lock);
  free(service->workers); // ACCESS: write '*service->workers' @3 by free, read 'service->workers' @17
  free(service); // ACCESS: write '*service' @3 by free
}

static struct service *service_start(int workers, int (*poll)(int)) {
  struct service *service = calloc(1, sizeof *service);
  if (service == NULL)
    return NULL;
  service->workers = calloc((size_t)workers, sizeof *service->workers); // ACCESS: write 'service->workers' @20
  if (service->workers == NULL) { // ACCESS: read 'service->workers' @16
    free(service); // ACCESS: write '*service' @5 by free
    return NULL;
  }
  pthread_mutex_init(&service->lock, NULL);
  pthread_cond_init(&service->wake, NULL);
  service->poll = poll; // ACCESS: write 'service->poll' @17
  for (int i = 0; i < workers; i++) {
    struct worker *worker = &service->workers[i]; // ACCESS: read 'service->workers' @39
    worker->service = service; // ACCESS: write 'worker->service' @21
    if (pthread_create(&worker->thread, NULL, worker_main, worker) != 0) { // ACCESS: write 'worker->thread' @9 by pthread_create
      service_join(service);
      service_free(service);
      return NULL;
    }
    service->worker_count++; // ACCESS: read 'service->worker_count' @26, write 'service->worker_count' @26
  }
  return service;
}

static void service_add(struct service *service, int count) {
  pthread_mutex_lock(&service->lock);
  service->pending += count; // ACCESS: read 'service->pending' @20, write 'service->pending' @20
  pthread_cond_broadcast(&service->wake);
  pthread_mutex_unlock(&service->lock);
}

static int service_stop(struct service *service) {
  unsigned long rounds = 0, errors = 0;
  for (int i = 0; i < service->worker_count; i++) { // ACCESS: read 'service->worker_count' @32
    rounds += service->workers[i].rounds; // ACCESS: read 'service->workers' @24, read 'service->workers[i].rounds' @35
    errors += service->workers[i].errors; // ACCESS: read 'service->workers' @24, read 'service->workers[i].errors' @35
  }
  service_join(service);
  int status = service->status; // ACCESS: read 'service->status' @25
  printf("%lu rounds, %lu errors, status %d\n", rounds, errors, status);
  service_free(service);
  return status;
}

static int poll_device(int round) {
  return round == 100 ? -1 : 0;
}

int main(int argc, char **argv) {
  int workers = argc > 1 ? atoi(argv[1]) : 3; // ACCESS: read '*argv[1]' @28 by atoi, read 'argv[1]' @33
  int work = argc > 2 ? atoi(argv[2]) : 20; // ACCESS: read '*argv[2]' @25 by atoi, read 'argv[2]' @30
  if (workers < 1)
    return 1;
  struct service *service = service_start(workers, poll_device);
  if (service == NULL)
    return 1;
  service_add(service, work);
  return service_stop(service) != 0;
}
