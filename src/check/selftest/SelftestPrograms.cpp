#include "raceward/check/Selftest.h"

#include <array>

namespace raceward {

namespace {

#define RW_MUTEX "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static int x;"
#define RW_SEMAPHORE "static sem_t s; static int x;"
#define RW_BARRIER "static pthread_barrier_t b; static int x;"
#define RW_ONCE                                                                                    \
  "static pthread_once_t o = PTHREAD_ONCE_INIT; static int x; static void set(void) { x = 1; }"
#define RW_LOCKED(statement) "pthread_mutex_lock(&m); " statement " pthread_mutex_unlock(&m);"
#define RW_SECTION(statement) "__VERIFIER_atomic_begin(); " statement " __VERIFIER_atomic_end();"

constexpr std::array<SelftestProgram, 32> kPrograms{{
    {"mutex", "race-free", RW_MUTEX, RW_LOCKED("x++;"), "", RW_LOCKED("x++;")},
    {"mutex on one side", "race", RW_MUTEX, RW_LOCKED("x++;"), "", "x++;"},
    {"two mutexes", "race", RW_MUTEX "static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;",
     RW_LOCKED("x++;"), "", "pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n);"},
    {"trylock", "race-free", RW_MUTEX, RW_LOCKED("x++;"), "",
     "if (pthread_mutex_trylock(&m) == 0) { x++; pthread_mutex_unlock(&m); }"},
    {"trylock that fails", "race", RW_MUTEX, RW_LOCKED("x++;"), "",
     "if (pthread_mutex_trylock(&m) != 0) x++; else pthread_mutex_unlock(&m);"},
    {"spin lock", "race-free", "static pthread_spinlock_t s; static int x;",
     "pthread_spin_lock(&s); x++; pthread_spin_unlock(&s);", "pthread_spin_init(&s, 0);",
     "pthread_spin_lock(&s); x++; pthread_spin_unlock(&s);"},
    {"read-write lock", "race-free",
     "static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER; static int x, y;",
     "pthread_rwlock_wrlock(&r); x++; pthread_rwlock_unlock(&r);", "",
     "pthread_rwlock_rdlock(&r); y = x; pthread_rwlock_unlock(&r);"},
    {"read-write lock, a writer among readers", "race",
     "static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER; static int x;",
     "pthread_rwlock_rdlock(&r); x++; pthread_rwlock_unlock(&r);", "",
     "pthread_rwlock_rdlock(&r); x++; pthread_rwlock_unlock(&r);"},
    {"semaphore", "race-free", RW_SEMAPHORE, "x = 1; sem_post(&s);", "sem_init(&s, 0, 0);",
     "sem_wait(&s); x = 2;"},
    {"semaphore that is open", "race", RW_SEMAPHORE, "x = 1; sem_post(&s);", "sem_init(&s, 0, 1);",
     "sem_wait(&s); x = 2;"},
    {"barrier", "race-free", RW_BARRIER, "x = 1; pthread_barrier_wait(&b);",
     "pthread_barrier_init(&b, NULL, 2);", "pthread_barrier_wait(&b); x = 2;"},
    {"barrier too early", "race", RW_BARRIER, "pthread_barrier_wait(&b); x = 1;",
     "pthread_barrier_init(&b, NULL, 2);", "pthread_barrier_wait(&b); x = 2;"},
    {"once", "race-free", RW_ONCE, "pthread_once(&o, set);", "", "pthread_once(&o, set);"},
    {"once and without", "race", RW_ONCE, "pthread_once(&o, set);", "", "set();"},
    {"before creation", "race-free", "static int x;", "x++;", "x = 1;", ""},
    {"after creation", "race", "static int x;", "x++;", "", "x = 1;"},
    {"after join", "race-free", "static int x;", "x++;", "",
     "pthread_join(thread, NULL); x = 1; pthread_create(&thread, NULL, worker, NULL);"},
    {"after the wrong join", "race", "static int x;", "x++;",
     "pthread_t other; pthread_create(&other, NULL, worker, NULL); pthread_join(other, NULL);",
     "x = 1;"},
    {"condition", "race-free",
     RW_MUTEX "static pthread_cond_t c = PTHREAD_COND_INITIALIZER; static int ready;",
     "x = 1; " RW_LOCKED("ready = 1; pthread_cond_signal(&c);"), "",
     RW_LOCKED("while (!ready) pthread_cond_wait(&c, &m);") " x = 2;"},
    {"condition not looked at again", "race",
     RW_MUTEX "static pthread_cond_t c = PTHREAD_COND_INITIALIZER; static int ready;",
     "x = 1; " RW_LOCKED("ready = 1; pthread_cond_signal(&c);"), "",
     RW_LOCKED("if (!ready) pthread_cond_wait(&c, &m);") " x = 2;"},
    {"atomic", "race-free", "static atomic_int x;", "x++;", "", "x++;"},
    {"volatile", "race", "static volatile int x;", "x++;", "", "x++;"},
    {"atomic flag", "race-free", "static atomic_int flag; static int x;", "x = 1; flag = 1;", "",
     "if (flag) x = 2;"},
    {"atomic flag set too early", "race", "static atomic_int flag; static int x;",
     "flag = 1; x = 1;", "", "if (flag) x = 2;"},
    {"plain flag", "race", "static int flag; static int x;", "x = 1; flag = 1;", "",
     "if (flag) x = 2;"},
    {"atomic section", "race-free", "static int x;", RW_SECTION("x++;"), "", RW_SECTION("x++;")},
    {"atomic section on one side", "race", "static int x;", RW_SECTION("x++;"), "", "x++;"},
    {"input", "race", "static int x;", "x++;", "",
     "int n = __VERIFIER_nondet_int(); if (n > 41 && n < 43) x = n;"},
    {"input that cannot be", "race-free", "static int x;", "x++;", "",
     "int n = __VERIFIER_nondet_int(); if (n > 42 && n < 43) x = n;"},
    {"elements of an array", "race-free", "static int x[2];", "x[1]++;", "", "x[0]++;"},
    {"element by input", "race", "static int x[2];", "x[1]++;", "",
     "x[__VERIFIER_nondet_uint() % 2]++;"},
    {"order by values", "race-free", "static atomic_int turn; static int x;",
     "if (turn == 0) { x = 1; turn = 1; }", "", "while (turn != 1) ; x = 2;"},
}};

#undef RW_MUTEX
#undef RW_SEMAPHORE
#undef RW_BARRIER
#undef RW_ONCE
#undef RW_LOCKED
#undef RW_SECTION

} // namespace

std::span<const SelftestProgram> selftestPrograms() {
  return kPrograms;
}

} // namespace raceward
