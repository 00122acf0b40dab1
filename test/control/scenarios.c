/* Programs that call the hooks themselves; argv[1] names one. */
#define _GNU_SOURCE
#undef NDEBUG
#include "raceward_control.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

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

static void *many_reads(void *argument) {
  (void)argument;
  for (int i = 0; i < 10000; ++i)
    (void)READ(x);
  return 0;
}
static int taking_turns(void) {
  return run_two(many_reads, many_reads);
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

/* -- condition variables -- */
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static volatile int ready;

static void *waiter(void *argument) {
  (void)argument;
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return 0;
}
static void *signaller(void *argument) {
  (void)argument;
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  pthread_cond_signal(&c);
  return 0;
}
static int signals(void) {
  return run_two(waiter, signaller);
}
/* The test of `ready` is missing: a signal that comes first is lost. */
static void *careless(void *argument) {
  (void)argument;
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return 0;
}
static int lost_signal(void) {
  return run_two(careless, signaller);
}
static int broadcasts(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], 0, waiter, 0);
  while (sched_yield(), x < 3 && x++ < 3) {
  }
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  return 0;
}

/* Woken in the order in which they came: each notes its number. */
static int order_of[3], ordered;
static void *queued(void *argument) {
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  order_of[ordered++] = (int)(long)argument;
  pthread_mutex_unlock(&m);
  return 0;
}
static int first_come(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i)
    pthread_create(&threads[i], 0, queued, (void *)i);
  usleep(1); /* all of them wait then */
  for (int i = 0; i < 3; ++i)
    pthread_cond_signal(&c);
  for (int i = 0; i < 3; ++i)
    pthread_join(threads[i], 0);
  return order_of[0] * 100 + order_of[1] * 10 + order_of[2] == 12 ? 0 : 1;
}

static int timed_wait(void) {
  struct timespec until, after;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 100;
  pthread_mutex_lock(&m);
  const int result = pthread_cond_timedwait(&c, &m, &until);
  pthread_mutex_unlock(&m);
  clock_gettime(CLOCK_REALTIME, &after);
  return result == ETIMEDOUT && after.tv_sec >= until.tv_sec ? 0 : 1;
}
/* A sleeper that signals before the waiter gives up. */
static void *sleepy_signaller(void *argument) {
  usleep(1000);
  return signaller(argument);
}
static int timed_wait_is_signalled(void) {
  pthread_t thread;
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 100;
  pthread_create(&thread, 0, sleepy_signaller, 0);
  pthread_mutex_lock(&m);
  int result = 0;
  while (!ready && !result)
    result = pthread_cond_timedwait(&c, &m, &until);
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
  return result;
}
static void *holder(void *argument) {
  pthread_mutex_lock(&m);
  ready = 1;
  sem_wait(argument);
  pthread_mutex_unlock(&m);
  return 0;
}
static int timed_lock(void) {
  sem_t s;
  pthread_t thread;
  struct timespec until = {2000000000, 0};
  sem_init(&s, 0, 0);
  pthread_create(&thread, 0, holder, &s);
  while (!ready)
    sched_yield();
  const int first = pthread_mutex_timedlock(&m, &until);
  until.tv_sec += 1000;
  const int second = sem_timedwait(&s, &until);
  const int why = errno;
  sem_post(&s);
  const int over = pthread_mutex_timedlock(&m, &until);
  until.tv_sec += 1000;
  const int third = pthread_mutex_timedlock(&m, &until);
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
  return first == ETIMEDOUT && second == -1 && why == ETIMEDOUT && over == ETIMEDOUT && third == 0
             ? 0
             : 1;
}

/* -- mutexes and their kinds -- */
static int kinds(void) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t recursive, checking;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checking, &attributes);
  int bad = pthread_mutex_lock(&recursive) | pthread_mutex_lock(&recursive) |
            pthread_mutex_trylock(&recursive) | pthread_mutex_unlock(&recursive) |
            pthread_mutex_unlock(&recursive) | pthread_mutex_unlock(&recursive);
  bad |= pthread_mutex_unlock(&recursive) != EPERM;
  bad |= pthread_mutex_lock(&checking) | (pthread_mutex_lock(&checking) != EDEADLK);
  bad |= pthread_mutex_trylock(&checking) != EBUSY;
  bad |= pthread_mutex_unlock(&checking) | (pthread_mutex_unlock(&checking) != EPERM);
  return bad;
}
static int self_deadlock(void) {
  pthread_mutex_lock(&m);
  return pthread_mutex_lock(&m);
}
static void *tries(void *argument) {
  (void)argument;
  if (pthread_mutex_trylock(&m) == 0)
    pthread_mutex_unlock(&m);
  return 0;
}
static int try_lock(void) {
  return run_two(locked_write, tries);
}

/* -- read-write locks, semaphores, barriers, spin locks, once -- */
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static void *reader(void *argument) {
  (void)argument;
  pthread_rwlock_rdlock(&rw);
  (void)READ(x);
  pthread_rwlock_unlock(&rw);
  return 0;
}
static void *writer(void *argument) {
  (void)argument;
  pthread_rwlock_wrlock(&rw);
  WRITE(x, 1);
  pthread_rwlock_unlock(&rw);
  return 0;
}
static int readers(void) {
  return run_two(reader, reader);
}
static int reader_and_writer(void) {
  return run_two(reader, writer);
}

static sem_t s;
static void *posts(void *argument) {
  (void)argument;
  WRITE(x, 1);
  sem_post(&s);
  return 0;
}
static void *waits(void *argument) {
  (void)argument;
  sem_wait(&s);
  WRITE(x, 2);
  return 0;
}
static int semaphore(void) {
  sem_init(&s, 0, 0);
  int value = 7;
  run_two(waits, posts);
  sem_getvalue(&s, &value);
  return value != 0 || sem_trywait(&s) != -1 || errno != EAGAIN;
}

static pthread_barrier_t barrier;
static int serial;
static void *meets(void *argument) {
  (void)argument;
  for (int i = 0; i < 2; ++i)
    serial += pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
  return 0;
}
static int barriers(void) {
  pthread_barrier_init(&barrier, 0, 2);
  run_two(meets, meets);
  if (serial != 2 || pthread_barrier_destroy(&barrier))
    return 1;
  pthread_barrier_init(&barrier, 0, 1);
  return pthread_barrier_wait(&barrier) != PTHREAD_BARRIER_SERIAL_THREAD;
}

static pthread_spinlock_t spin;
static void *spins(void *argument) {
  (void)argument;
  pthread_spin_lock(&spin);
  WRITE(x, READ(x) + 1);
  pthread_spin_unlock(&spin);
  return 0;
}
static int spinlock(void) {
  pthread_spin_init(&spin, 0);
  run_two(spins, spins);
  return x != 2;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void init(void) {
  WRITE(x, READ(x) + 1);
}
static void *calls_once(void *argument) {
  (void)argument;
  pthread_once(&once, init);
  return 0;
}
static int only_once(void) {
  run_two(calls_once, calls_once);
  return x != 1;
}

static int three_once(void) {
  pthread_t thread;
  pthread_create(&thread, 0, calls_once, 0);
  run_two(calls_once, calls_once);
  pthread_join(thread, 0);
  return x != 1;
}

/* -- C11 -- */
static mtx_t c11_mutex;
static cnd_t c11_condition;
static int c11_worker(void *argument) {
  mtx_lock(&c11_mutex);
  while (!ready)
    cnd_wait(&c11_condition, &c11_mutex);
  mtx_unlock(&c11_mutex);
  return *(int *)argument + 1;
}
static int c11(void) {
  thrd_t thread;
  int given = 41, result = 0;
  mtx_init(&c11_mutex, mtx_plain);
  cnd_init(&c11_condition);
  thrd_create(&thread, c11_worker, &given);
  thrd_yield();
  mtx_lock(&c11_mutex);
  ready = 1;
  cnd_broadcast(&c11_condition);
  mtx_unlock(&c11_mutex);
  thrd_join(thread, &result);
  return result != 42;
}

/* -- time and spinning -- */
static int sleeps(void) {
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  sleep(1000);
  clock_gettime(CLOCK_MONOTONIC, &after);
  printf("%ld %ld\n", (long)time(0), (long)before.tv_sec);
  return after.tv_sec - before.tv_sec == 1000 ? 0 : 1;
}
static void *sets_flag(void *argument) {
  if (argument)
    usleep(1000);
  WRITE(y, 1);
  return 0;
}
static int spin_until_set(void *argument) {
  pthread_t thread;
  pthread_create(&thread, 0, sets_flag, argument);
  while (!READ(y)) {
  }
  pthread_join(thread, 0);
  return 0;
}
static int spinning(void) {
  return spin_until_set(0);
}
static int spinning_for_a_sleeper(void) {
  return spin_until_set(&x);
}
static int yields_until_set(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sets_flag, 0);
  while (!READ(y))
    sched_yield();
  pthread_join(thread, 0);
  return 0;
}

/* -- ends -- */
static void *ends_late(void *argument) {
  (void)argument;
  WRITE(x, 1);
  return 0;
}
static int no_join(void) {
  pthread_t thread;
  pthread_create(&thread, 0, ends_late, 0);
  return 0;
}
static int main_exits_first(void) {
  pthread_t thread;
  pthread_create(&thread, 0, ends_late, 0);
  pthread_exit(0);
}
static pthread_key_t key;
static void at_end(void *value) {
  (void)value;
  WRITE(x, 1);
}
static void *has_key(void *argument) {
  pthread_setspecific(key, argument);
  return argument;
}
/* The frames that pthread_exit() leaves are gone when destructors run. */
static void framed_end(void *value) {
  char used[2000];
  memset(used, 0x55, sizeof used);
  struct rw_frame frame = {__raceward_here.frame, __raceward_here.at, 0, 0};
  __raceward_here.frame = &frame;
  *(volatile char *)value = used[1000];
  (void)READ(x);
  __raceward_here.frame = frame.parent;
}
static void *framed_exit(void *argument) {
  char used[1000];
  memset(used, 0x55, sizeof used);
  struct rw_frame frame = {__raceward_here.frame, __raceward_here.at, 0, 0};
  __raceward_here.frame = &frame;
  __raceward_here.at = &sites[SITE_CALL];
  pthread_setspecific(key, argument ? argument : used + 1);
  pthread_exit(0);
}
static int exit_leaves_frames(void) {
  static char at;
  pthread_t thread;
  pthread_key_create(&key, framed_end);
  pthread_create(&thread, 0, framed_exit, &at);
  pthread_join(thread, 0);
  framed_exit(&at);
  return 1;
}

static int key_destructor(void) {
  pthread_t thread;
  void *result = 0;
  pthread_key_create(&key, at_end);
  pthread_create(&thread, 0, has_key, &x);
  pthread_join(thread, &result);
  return result != &x;
}
static void at_exit(void) {
  WRITE(y, 1);
}
static int exit_handler(void) {
  atexit(at_exit);
  exit(3);
}
static void *sleeps_for_ever(void *argument) {
  (void)argument;
  for (;;)
    sleep(1);
  return 0;
}
static int leaves_sleeper(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sleeps_for_ever, 0);
  sched_yield();
  return 0;
}
static void *waits_for_ever(void *argument) {
  (void)argument;
  pthread_mutex_lock(&m);
  for (;;)
    pthread_cond_wait(&c, &m);
  return 0;
}
static int cancels(void) {
  pthread_t thread;
  void *result = 0;
  pthread_create(&thread, 0, waits_for_ever, 0);
  sched_yield();
  pthread_cancel(thread);
  pthread_join(thread, &result);
  return result != PTHREAD_CANCELED;
}
static int too_many(void) {
  for (int i = 0; i < 70; ++i) {
    pthread_t thread;
    pthread_create(&thread, 0, ends_late, 0);
    pthread_join(thread, 0);
  }
  return 0;
}

/* -- memory -- */
static void *allocates(void *argument) {
  (void)argument;
  for (int i = 0; i < 3; ++i) {
    int *block = malloc(40u << i);
    WRITE(*block, i);
    if (i)
      free(block);
  }
  return 0;
}
static int heap(void) {
  return run_two(allocates, allocates);
}

static int blocks(void) {
  unsigned seed = 1;
  char *held[64] = {0};
  for (int i = 0; i < 20000; ++i) {
    seed = seed * 1664525u + 1013904223u;
    const unsigned slot = seed >> 26;
    const size_t bytes = (seed >> 8 & 0x3ff) << (seed >> 20 & 7);
    const size_t alignment = (size_t)8 << (seed & 7);
    if (held[slot] && held[slot][0] != (char)slot)
      return 1;
    if (seed & 64) {
      held[slot] = realloc(held[slot], bytes + 1);
    } else {
      free(held[slot]);
      if (posix_memalign((void **)&held[slot], alignment, bytes + 1) ||
          (size_t)held[slot] % alignment)
        return 2;
    }
    if (malloc_usable_size(held[slot]) < bytes + 1)
      return 3;
    memset(held[slot], (int)slot, bytes + 1);
    char *zeroed = calloc(bytes + 1, 1);
    for (size_t b = 0; b <= bytes; ++b)
      if (zeroed[b])
        return 4;
    memset(zeroed, 1, bytes + 1);
    free(zeroed);
  }
  volatile size_t huge = SIZE_MAX / 2;
  return calloc(huge, 3) || malloc(huge / 2);
}

static size_t grown(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (size_t)usage.ru_maxrss / 1024;
}
static int frees_in_a_loop(void) {
  for (int i = 0; i < 40000; ++i)
    free(memset(malloc(10000), 1, 10000));
  for (int i = 0; i < 300; ++i)
    free(memset(malloc(3000000), 1, 3000000));
  return grown() > 50;
}

/* What one allocates the other frees: 600 MB. */
static char *passed;
static sem_t full, empty;
static void *consumes(void *argument) {
  (void)argument;
  for (int i = 0; i < 20000; ++i) {
    sem_wait(&full);
    free(passed);
    sem_post(&empty);
  }
  return 0;
}
static int passes_blocks(void) {
  pthread_t thread;
  sem_init(&full, 0, 0);
  sem_init(&empty, 0, 0);
  pthread_create(&thread, 0, consumes, 0);
  for (int i = 0; i < 20000; ++i) {
    passed = memset(malloc(30000), 1, 30000);
    sem_post(&full);
    sem_wait(&empty);
  }
  pthread_join(thread, 0);
  return grown() > 350;
}
static int frees_twice(void) {
  char *volatile block = malloc(10);
  free(block);
  free(block);
  return 0;
}
static int overflows(int depth) {
  volatile char room[4096];
  room[0] = (char)depth;
  return depth < 0 ? 0 : overflows(depth + 1) + room[0];
}
static void *overflow_in_thread(void *argument) {
  (void)argument;
  return (void *)(long)overflows(0);
}
static int stack_overflow(void) {
  return run_two(overflow_in_thread, overflow_in_thread);
}

/* -- the world outside -- */
static int ends[2];
static void *reads_pipe(void *argument) {
  (void)argument;
  char got = 0;
  if (read(ends[0], &got, 1) == 1)
    WRITE(x, got);
  return 0;
}
static void *writes_pipe(void *argument) {
  (void)argument;
  WRITE(y, 1);
  return write(ends[1], "7", 1) == 1 ? 0 : &x;
}
static int pipe_between_threads(void) {
  if (pipe(ends))
    return 1;
  run_two(reads_pipe, writes_pipe);
  return x != '7';
}

enum { BIG = 1000000 };
static void *reads_much(void *argument) {
  (void)argument;
  static char got[10000];
  size_t sum = 0;
  for (ssize_t n; (n = read(ends[0], got, sizeof got)) > 0;)
    sum += (size_t)n;
  x = sum == BIG;
  return 0;
}
static void *writes_much(void *argument) {
  (void)argument;
  static char all[BIG];
  y = write(ends[1], all, BIG) == BIG;
  close(ends[1]);
  return 0;
}
static int much_through_pipe(void) {
  if (pipe(ends))
    return 1;
  run_two(writes_much, reads_much);
  return !x || !y;
}
static int much_through_socket(void) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
    return 1;
  run_two(writes_much, reads_much);
  return !x || !y;
}

static int poll_gives_up(void) {
  if (pipe(ends))
    return 1;
  struct timespec before, after;
  struct pollfd fd = {.fd = ends[0], .events = POLLIN};
  clock_gettime(CLOCK_MONOTONIC, &before);
  const int count = poll(&fd, 1, 20);
  clock_gettime(CLOCK_MONOTONIC, &after);
  const long passed =
      (after.tv_sec - before.tv_sec) * 1000 + (after.tv_nsec - before.tv_nsec) / 1000000;
  struct timeval length = {0, 20000};
  fd_set set;
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  return count != 0 || passed < 20 || select(ends[0] + 1, &set, 0, 0, &length) != 0;
}
/* Somebody sleeps in a loop meanwhile: it must not keep the time from passing. */
static void *sleeps_often(void *argument) {
  (void)argument;
  while (!ready)
    usleep(1000);
  return 0;
}
static int poll_beside_sleeper(void) {
  pthread_t thread;
  struct pollfd fd = {.events = POLLIN};
  if (pipe(ends))
    return 1;
  fd.fd = ends[0];
  pthread_create(&thread, 0, sleeps_often, 0);
  const int count = poll(&fd, 1, 20);
  ready = 1;
  pthread_join(thread, 0);
  return count;
}
static int waits_for_input(void) {
  char got[8] = {0};
  return read(0, got, sizeof got) != 5 || memcmp(got, "hello", 5) != 0;
}
static int forks(void) {
  const pid_t pid = fork();
  if (pid == 0) {
    pthread_mutex_lock(&m);
    WRITE(x, 1);
    pthread_mutex_unlock(&m);
    volatile int *volatile nowhere = 0;
    *nowhere = 1;
  }
  int status = 0;
  return waitpid(pid, &status, 0) != pid || !WIFSIGNALED(status) || x != 0 ||
         system("exit 3") != 3 << 8;
}
static int becomes_another(void) {
  char *const arguments[] = {"true", 0};
  if (execv("/nowhere", arguments) != -1)
    return 1;
  execvp("true", arguments);
  return 1;
}
static int goes_to_background(void) {
  const pid_t before = getpid();
  return daemon(1, 1) != 0 || getpid() != before;
}
static int opens_file(void) {
  const int fd = open("/dev/null", O_RDONLY);
  return fd == 3 ? 0 : fd;
}
static int fails_assertion(void) {
  assert(x == 1);
  return 0;
}

/* -- and more -- */
static void posts_in_handler(int number) {
  (void)number;
  sem_post(&s);
}
static int timer_wakes(void) {
  sem_init(&s, 0, 0);
  signal(SIGALRM, posts_in_handler);
  const struct itimerval soon = {{0, 0}, {0, 20000}};
  setitimer(ITIMER_REAL, &soon, 0);
  return sem_wait(&s);
}
static int signals_in_a_storm(void) {
  signal(SIGALRM, posts_in_handler);
  const struct itimerval often = {{0, 100}, {0, 100}};
  setitimer(ITIMER_REAL, &often, 0);
  for (int i = 0; i < 20000; ++i)
    WRITE(x, i);
  const struct itimerval never = {{0, 0}, {0, 0}};
  setitimer(ITIMER_REAL, &never, 0);
  return 0;
}
static int pauses(void) {
  sem_init(&s, 0, 0);
  signal(SIGALRM, posts_in_handler);
  const struct itimerval soon = {{0, 0}, {0, 20000}};
  setitimer(ITIMER_REAL, &soon, 0);
  if (pause() != -1 || errno != EINTR)
    return 1;
  sigset_t set, none;
  sigemptyset(&none);
  sigemptyset(&set);
  sigaddset(&set, SIGALRM);
  sigprocmask(SIG_BLOCK, &set, 0);
  kill(getpid(), SIGALRM);
  sigsuspend(&none);
  int value = 0;
  sem_getvalue(&s, &value);
  return value != 2;
}
/* `errno` survives whatever comes between the call that set it and the look at it. */
static void *sets_errno(void *argument) {
  for (int i = 0; i < 100; ++i) {
    errno = 0;
    close(-1);
    (void)READ(x);
    if (errno != EBADF)
      *(int *)argument = 1;
  }
  return 0;
}
static int keeps_errno(void) {
  static int failed;
  pthread_t a, b;
  pthread_create(&a, 0, sets_errno, &failed);
  pthread_create(&b, 0, sets_errno, &failed);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return failed;
}
/* Frames as instrumented functions have them. */
static int deep(int depth, struct rw_frame *parent) {
  struct rw_frame frame = {parent, parent ? &sites[SITE_CALL] : 0, 0, 0};
  __raceward_here.frame = &frame;
  const int result = depth ? deep(depth - 1, &frame) + 1 : READ(x);
  __raceward_here.frame = parent;
  return result;
}
static int deep_calls(void) {
  return deep(40000, 0) != 40000;
}

static int random_numbers(void) {
  unsigned long all[3] = {0};
  const int fd = open("/dev/urandom", O_RDONLY);
  if (getrandom(&all[0], sizeof all[0], 0) != sizeof all[0] || getentropy(&all[1], sizeof all[1]) ||
      read(fd, &all[2], sizeof all[2]) != sizeof all[2])
    return 1;
  printf("%lx %lx %lx\n", all[0], all[1], all[2]);
  return all[0] == all[1] || all[1] == all[2];
}
static void *takes_signal(void *argument) {
  int number = 0;
  sigwait(argument, &number);
  WRITE(x, number);
  return 0;
}
static int waits_for_signal(void) {
  pthread_t thread;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_create(&thread, 0, takes_signal, &set);
  sched_yield();
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, 0);
  if (x != SIGUSR1)
    return 1;
  pthread_create(&thread, 0, takes_signal, &set);
  sched_yield();
  kill(getpid(), SIGUSR1);
  return pthread_join(thread, 0);
}
static int tries_join(void) {
  pthread_t thread;
  struct timespec until = {2000000000, 0};
  sem_init(&s, 0, 0);
  pthread_create(&thread, 0, waits, 0);
  int bad = pthread_tryjoin_np(thread, 0) != EBUSY;
  bad |= pthread_timedjoin_np(thread, 0, &until) != ETIMEDOUT;
  sem_post(&s);
  return bad | pthread_timedjoin_np(thread, 0, &until);
}
static void *locks_stream(void *argument) {
  (void)argument;
  flockfile(stdout);
  flockfile(stdout);
  WRITE(x, READ(x) + 1);
  printf("%d\n", x);
  funlockfile(stdout);
  funlockfile(stdout);
  return 0;
}
static int stream_locks(void) {
  run_two(locks_stream, locks_stream);
  return x != 2;
}
static int atomics(void) {
  int expected = 1;
  __raceward_compare(&x, sizeof x, RW_SEQ_CST, RW_RELAXED, &sites[SITE_READ]);
  __raceward_compared(__atomic_compare_exchange_n(&x, &expected, 2, 0, 5, 0));
  __raceward_compare(&x, sizeof x, RW_SEQ_CST, RW_RELAXED, &sites[SITE_READ]);
  __raceward_compared(__atomic_compare_exchange_n(&x, &expected, 2, 0, 5, 0));
  __raceward_copy(&x, &y, sizeof x, &sites[SITE_OTHER]);
  x = y;
  (void)READ(x);
  return 0;
}

#define ROW(name) {#name, name}
static const struct {
  const char *name;
  int (*run)(void);
} scenarios[] = {
    ROW(plain),
    ROW(locked),
    ROW(crossed),
    ROW(thirty),
    ROW(million),
    ROW(crash),
    ROW(aborts),
    ROW(signals),
    ROW(lost_signal),
    ROW(broadcasts),
    ROW(first_come),
    ROW(timed_wait),
    ROW(timed_wait_is_signalled),
    ROW(timed_lock),
    ROW(kinds),
    ROW(self_deadlock),
    ROW(try_lock),
    ROW(readers),
    ROW(reader_and_writer),
    ROW(semaphore),
    ROW(barriers),
    ROW(spinlock),
    ROW(only_once),
    ROW(three_once),
    ROW(c11),
    ROW(sleeps),
    ROW(spinning),
    ROW(spinning_for_a_sleeper),
    ROW(yields_until_set),
    ROW(no_join),
    ROW(main_exits_first),
    ROW(key_destructor),
    ROW(exit_leaves_frames),
    ROW(exit_handler),
    ROW(leaves_sleeper),
    ROW(cancels),
    ROW(taking_turns),
    ROW(heap),
    ROW(blocks),
    ROW(frees_in_a_loop),
    ROW(passes_blocks),
    ROW(frees_twice),
    ROW(stack_overflow),
    ROW(pipe_between_threads),
    ROW(much_through_pipe),
    ROW(much_through_socket),
    ROW(poll_gives_up),
    ROW(poll_beside_sleeper),
    ROW(waits_for_input),
    ROW(forks),
    ROW(opens_file),
    ROW(becomes_another),
    ROW(goes_to_background),
    ROW(fails_assertion),
    ROW(random_numbers),
    ROW(timer_wakes),
    ROW(pauses),
    ROW(keeps_errno),
    ROW(signals_in_a_storm),
    ROW(deep_calls),
    ROW(waits_for_signal),
    ROW(tries_join),
    ROW(stream_locks),
    ROW(atomics),
    ROW(too_many),
};

int main(int argc, char **argv) {
  for (unsigned i = 0; i < sizeof scenarios / sizeof *scenarios; ++i)
    if (argc > 1 && strcmp(argv[1], scenarios[i].name) == 0)
      return scenarios[i].run();
  return 2;
}
