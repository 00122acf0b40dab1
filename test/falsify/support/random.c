/* Random values and random pauses, by a seed; where the program may run, by the same. */
#define _GNU_SOURCE
#include "attack.h"

#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static unsigned long long seed;
static int has_pauses;
static unsigned threads_seen;
static _Thread_local unsigned long long state;
static _Thread_local unsigned until_pause;

unsigned long long falsify_random(void) {
  if (state == 0) {
    const unsigned number = __atomic_fetch_add(&threads_seen, 1, __ATOMIC_RELAXED);
    state = (seed + 1) * 0x9E3779B97F4A7C15u + number * 0xD1B54A32D192ED03u;
    state |= 1;
  }
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state >> 11;
}

/* By the system call itself: a judge that watches the library would take the call for one of the
 * program. */
static void sleep_microseconds(unsigned count) {
  const struct timespec time = {0, (long)count * 1000};
  syscall(SYS_nanosleep, &time, (void *)0);
}

void falsify_pause(void) {
  if (!has_pauses || until_pause-- > 0)
    return;
  until_pause = (unsigned)(falsify_random() % 64);
  switch (falsify_random() % 8) {
  case 0:
    sleep_microseconds((unsigned)(falsify_random() % 400));
    break;
  case 1:
  case 2:
  case 3:
    syscall(SYS_sched_yield);
    break;
  default:
    break;
  }
}

void falsify_note(const char *words) {
  static const char head[] = "falsify: ";
  char line[128] = {0};
  strcat(line, head);
  strncat(line, words, sizeof line - sizeof head - 2);
  strcat(line, "\n");
  syscall(SYS_write, 2, line, strlen(line));
  const char *file = getenv("FALSIFY_NOTES");
  const int notes =
      file ? (int)syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND, 0644) : -1;
  if (notes >= 0) {
    syscall(SYS_write, notes, line, strlen(line));
    syscall(SYS_close, notes);
  }
}

/* Returning from main ends the process, before the other threads had their chance. */
static void wait_for_others(void) {
  if (has_pauses)
    sleep_microseconds((unsigned)(falsify_random() % 4000));
}

__attribute__((constructor)) static void prepare(void) {
  const char *text = getenv("FALSIFY_SEED");
  seed = text ? strtoull(text, NULL, 10) : 0;
  has_pauses = getenv("FALSIFY_PAUSES") != NULL;
  if (!has_pauses)
    return;
  atexit(wait_for_others);
  if (seed % 3 == 0) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((int)(seed / 3 % 2), &one);
    sched_setaffinity(0, sizeof one, &one); /* if there is not such a processor, anywhere */
  }
}
