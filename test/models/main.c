// Holds every model of the tables against the real function, each in a process of its own, and
// prints a line for each.
#include "harness.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_JOBS = 32 };

static void *shared(size_t bytes) {
  void *const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    perror("mmap");
    exit(2);
  }
  return memory;
}

static char **wanted; // functions, with null at the end; all if it is empty

static bool isWanted(const char *name) {
  for (char **each = wanted; *each != NULL; ++each)
    if (strcmp(*each, name) == 0)
      return true;
  return *wanted == NULL;
}

static const struct Function **all;
static size_t count;

static void collect(void) {
  for (size_t table = 0; table < tableCount; ++table)
    count += functionCounts[table];
  all = calloc(count + 1, sizeof *all);
  size_t at = 0;
  for (size_t table = 0; table < tableCount; ++table)
    for (size_t i = 0; i < functionCounts[table]; ++i)
      all[at++] = &functionTables[table][i];
}

void *modelNamed(const char *name) {
  for (size_t i = 0; i < count; ++i)
    if (strcmp(all[i]->name, name) == 0)
      return all[i]->model;
  return NULL;
}

static void *realNamed(const char *name) {
  // Older versions are those of programs that were built long ago.
  static const char *const versions[] = {"GLIBC_2.2.5", "GLIBC_2.3",  "GLIBC_2.4",
                                         "GLIBC_2.7",   "GLIBC_2.14", "GLIBC_2.17"};
  void *found = dlsym(RTLD_DEFAULT, name);
  for (size_t i = 0; found == NULL && i < sizeof versions / sizeof *versions; ++i)
    found = dlvsym(RTLD_DEFAULT, name, versions[i]);
  return found;
}

static uint64_t seedOf(const char *name, uint64_t seed) {
  for (; *name; ++name)
    seed = mixed(seed, (unsigned char)*name);
  return seed;
}

static void inChild(const struct Function *function, struct Report *report, unsigned calls,
                    uint64_t seed) {
  char folder[32];
  snprintf(folder, sizeof folder, "%d", (int)getpid());
  if (mkdir(folder, 0700) != 0 || chdir(folder) != 0)
    _exit(2);
  void *const real = realNamed(function->name);
  if (real == NULL) {
    report->verdict = SKIPPED;
    snprintf(report->text, sizeof report->text, "not in the libraries of this system");
    _exit(0);
  }
  told = shared(sizeof *told);
  sigset_t ended;
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  sigprocmask(SIG_BLOCK, &ended, NULL);
  installModelHandler();
  alarm(5 + calls / 4);
  makeArena();
  compareFunction(function, real, calls, seedOf(function->name, seed), report);
  _exit(0);
}

static int drive(struct Report *reports, unsigned jobs, unsigned calls, uint64_t seed) {
  struct {
    pid_t process;
    size_t function;
  } running[MOST_JOBS];
  size_t active = 0, next = 0;
  while (next < count || active > 0) {
    while (next < count && active < jobs) {
      if (!isWanted(all[next]->name)) {
        ++next;
        continue;
      }
      fflush(stdout);
      const pid_t child = fork();
      if (child < 0)
        return 2;
      if (child == 0)
        inChild(all[next], &reports[next], calls, seed);
      running[active].process = child;
      running[active++].function = next++;
    }
    int status;
    const pid_t ended = wait(&status);
    if (ended < 0)
      break;
    for (size_t i = 0; i < active; ++i) {
      if (running[i].process != ended)
        continue;
      struct Report *const report = &reports[running[i].function];
      if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        const bool endless = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
        report->verdict = endless ? SKIPPED : CRASH;
        snprintf(report->text, sizeof report->text,
                 endless ? "the model waits" : "the process of the model ends: status %#x",
                 (unsigned)status);
      }
      running[i] = running[--active];
      break;
    }
  }
  return 0;
}

static void print(const struct Report *reports) {
  static const char *const names[] = {"same", "less",  "different", "crash",  "more",
                                      "null", "errno", "gap",       "skipped"};
  for (size_t i = 0; i < count; ++i) {
    if (!isWanted(all[i]->name))
      continue;
    char classes[8] = "";
    for (unsigned bit = 0, length = 0; bit < 6; ++bit)
      if (reports[i].classes >> bit & 1)
        classes[length++] = "-0+nao"[bit];
    printf("%s\t%s\t%u\t%u\t%s\t%s\t%s\n", all[i]->name, all[i]->file, reports[i].calls,
           reports[i].invalid, classes, names[reports[i].verdict], reports[i].text);
  }
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr, "usage: %s FOLDER CALLS SEED JOBS [FUNCTION...]\n", argv[0]);
    return 2;
  }
  const unsigned calls = (unsigned)atoi(argv[2]);
  const uint64_t seed = strtoull(argv[3], NULL, 0);
  const unsigned jobs = (unsigned)atoi(argv[4]);
  wanted = argv + 5;
  collect();
  struct Report *const reports = shared((count + 1) * sizeof *reports);
  enterSandbox(argv[1]);
  const pid_t first = fork(); // the first one of the new process space
  if (first == 0)
    _exit(drive(reports, jobs < 1 ? 1 : jobs > MOST_JOBS ? MOST_JOBS : jobs, calls, seed));
  int status;
  if (first < 0 || waitpid(first, &status, 0) != first || status != 0)
    return 2;
  print(reports);
  return 0;
}
