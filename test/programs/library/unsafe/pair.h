// Two threads: one calls first(), the other second(); under one lock if LOCKED is defined. A
// program includes this file, says what it calls, and states with VERDICT-LOCKED what holds then.
#pragma once

#include <pthread.h>
#include <stddef.h>

static void first(void);
static void second(void);

#ifdef LOCKED
static pthread_mutex_t both = PTHREAD_MUTEX_INITIALIZER;
#define TAKE pthread_mutex_lock(&both)
#define GIVE pthread_mutex_unlock(&both)
#else
#define TAKE
#define GIVE
#endif

static void *one(void *unused) {
  TAKE;
  first();
  GIVE;
  return unused;
}

static void *other(void *unused) {
  TAKE;
  second();
  GIVE;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
