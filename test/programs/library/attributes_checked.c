// VERDICT: race-free
//
// A program that looks at each status and ends where one is not 0.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int count;
static pthread_mutex_t lock;
static pthread_rwlock_t table;

static void succeed(int status) {
  if (status != 0) {
    fprintf(stderr, "failed: %d\n", status);
    exit(1);
  }
}

static void *work(void *unused) {
  succeed(pthread_setname_np(pthread_self(), "worker"));
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_attr_t attributes;
  pthread_mutexattr_t kind;
  pthread_rwlockattr_t preference;
  succeed(pthread_attr_init(&attributes));
  succeed(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE));
  succeed(pthread_attr_setstacksize(&attributes, 1 << 20));
  succeed(pthread_attr_setguardsize(&attributes, 4096));
  succeed(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM));
  succeed(pthread_mutexattr_init(&kind));
  succeed(pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_PRIVATE));
  succeed(pthread_mutexattr_setprotocol(&kind, PTHREAD_PRIO_INHERIT));
  succeed(pthread_mutex_init(&lock, &kind));
  succeed(pthread_mutexattr_destroy(&kind));
  succeed(pthread_rwlockattr_init(&preference));
  succeed(pthread_rwlockattr_setkind_np(&preference,
                                        PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP));
  succeed(pthread_rwlock_init(&table, &preference));
  succeed(pthread_create(&t, &attributes, work, NULL));
  succeed(pthread_attr_destroy(&attributes));
  succeed(pthread_setname_np(t, "worker"));
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  pthread_rwlock_rdlock(&table);
  pthread_rwlock_unlock(&table);
  pthread_join(t, NULL);
  return 0;
}
