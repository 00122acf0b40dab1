/* Programs that call the hooks themselves; argv[1] names one. */
#define _GNU_SOURCE
#include "raceward_control.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct rw_site sites[] = {
    {0, 10, 1, 1, "scenarios.c", "worker", "x", ""},
    {0, 11, 1, 2, "scenarios.c", "worker", "x", ""},
    {0, 12, 1, 3, "scenarios.c", "worker", "y", ""},
    {0, 13, 1, 4, "scenarios.c", "outer", "", "inner"},
};
enum { SITE_READ, SITE_WRITE, SITE_OTHER, SITE_CALL, SITES };

__attribute__((constructor(50))) static void registers(void) {
  __raceward_register(sites, sites + SITES);
}

#define READ(x) (__raceward_read(&(x), sizeof(x), &sites[SITE_READ]), (x))
#define WRITE(x, v)                                                                                \
  do {                                                                                             \
    const int written = (v);                                                                       \
    __raceward_write(&(x), sizeof(x), &sites[SITE_WRITE]);                                         \
    (x) = written;                                                                                 \
  } while (0)

static int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;

static void *one_write(void *argument) {
  (void)argument;
  WRITE(x, READ(x) + 1);
  return 0;
}

static int run_two(void *(*f)(void *), void *(*g)(void *)) {
  pthread_t a, b;
  pthread_create(&a, 0, f, 0);
  pthread_create(&b, 0, g, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

static int plain(void) {
  run_two(one_write, one_write);
  printf("x=%d\n", READ(x));
  return 0;
}

static void *locked_write(void *argument) {
  (void)argument;
  pthread_mutex_lock(&m);
  WRITE(x, READ(x) + 1);
  pthread_mutex_unlock(&m);
  return 0;
}
static int locked(void) {
  return run_two(locked_write, locked_write);
}

static void *m_then_n(void *argument) {
  (void)argument;
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return 0;
}
static void *n_then_m(void *argument) {
  (void)argument;
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  return 0;
}
static int crossed(void) {
  return run_two(m_then_n, n_then_m);
}

static void *ten_locked(void *argument) {
  (void)argument;
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&m);
    WRITE(x, READ(x) + 1);
    pthread_mutex_unlock(&m);
    (void)READ(y);
  }
  return 0;
}
static int thirty(void) {
  pthread_t a;
  pthread_t b;
  pthread_create(&a, 0, ten_locked, 0);
  pthread_create(&b, 0, ten_locked, 0);
  ten_locked(0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

static int million(void) {
  for (int i = 0; i < 90000; ++i)
    (void)READ(x);
  return 0;
}

static int crash(void) {
  struct rw_frame outer = {0, 0, 0, 0};
  struct rw_frame inner = {&outer, &sites[SITE_CALL], 0, 0};
  __raceward_here.frame = &inner;
  volatile int *volatile nowhere = 0;
  __raceward_write((const void *)nowhere, sizeof *nowhere, &sites[SITE_WRITE]);
  *nowhere = 1;
  return 0;
}

static int aborts(void) {
  abort();
}

static const struct {
  const char *name;
  int (*run)(void);
} scenarios[] = {
    {"plain", plain}, {"locked", locked}, {"crossed", crossed}, {"thirty", thirty}, {"million", million},
    {"crash", crash}, {"abort", aborts},
};

int main(int argc, char **argv) {
  for (unsigned i = 0; i < sizeof scenarios / sizeof *scenarios; ++i)
    if (argc > 1 && strcmp(argv[1], scenarios[i].name) == 0)
      return scenarios[i].run();
  return 2;
}
