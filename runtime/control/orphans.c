/* Processes that a run has left behind. The server adopts them, in whatever groups and sessions,
 * and kills them at the end of the run. */
#include "inside.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

void rw_adopt_orphans(void) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* 1 if it is not a known one, and so was killed. */
static int kill_others(const int32_t *known, unsigned count, int child) {
  for (unsigned i = 0; i < count; ++i)
    if (known[i] == child)
      return 0;
  kill(child, SIGKILL);
  waitpid(child, 0, 0);
  return 1;
}

/* Without streams: the heap must be the same at the start of every run. */
static int kill_listed(const int32_t *known, unsigned count, int list) {
  char text[4096];
  const ssize_t got = read(list, text, sizeof text - 1);
  text[got > 0 ? got : 0] = 0;
  int killed = 0;
  char *end = text;
  /* A truncated number is read completely in the next round. */
  for (long child; (child = strtol(end, &end, 10)) > 0 && *end;)
    killed += kill_others(known, count, (int)child);
  return killed;
}

/* The same by scanning all processes, if the kernel does not list the children. */
static int kill_found(const int32_t *known, unsigned count) {
  DIR *const all = opendir("/proc");
  int killed = 0;
  for (const struct dirent *entry; all && (entry = readdir(all));) {
    char path[64];
    char line[512];
    const int child = atoi(entry->d_name);
    snprintf(path, sizeof path, "/proc/%d/stat", child);
    FILE *const file = child > 0 ? fopen(path, "re") : 0;
    if (!file)
      continue;
    const char *const bracket = fgets(line, sizeof line, file) ? strrchr(line, ')') : 0;
    fclose(file);
    if (bracket && strlen(bracket) > 4 && atoi(bracket + 4) == getpid())
      killed += kill_others(known, count, child);
  }
  if (all)
    closedir(all);
  return killed;
}

void rw_end_orphans(const int32_t *known, unsigned count) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  for (int killed = 1; killed;) {
    const int list = open(path, O_RDONLY | O_CLOEXEC);
    killed = list >= 0 ? kill_listed(known, count, list) : kill_found(known, count);
    if (list >= 0)
      close(list);
  }
}
