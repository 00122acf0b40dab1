// posix_spawn: starts another process, which shares nothing with this one. Attributes and actions
// are objects of the program that functions write.
#include "system.h"

#include <spawn.h>
#include <stdlib.h>

static int start(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const *arguments,
                 char *const *environment) {
  raceward_reads_text(path);
  if (actions != NULL)
    raceward_reads(actions, sizeof *actions);
  if (attributes != NULL)
    raceward_reads(attributes, sizeof *attributes);
  model_reads_texts(arguments);
  if (environment != NULL)
    model_reads_texts(environment);
  if (process != NULL)
    *process = model_number(2, 1 << 22);
  return model_error();
}

int posix_spawn(pid_t *restrict process, const char *restrict path,
                const posix_spawn_file_actions_t *restrict actions,
                const posix_spawnattr_t *restrict attributes, char *const arguments[restrict],
                char *const environment[restrict]) {
  return start(process, path, actions, attributes, arguments, environment);
}

int posix_spawnp(pid_t *process, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[],
                 char *const environment[]) {
  (void)getenv("PATH");
  return start(process, file, actions, attributes, arguments, environment);
}

// -- actions -------------------------------------------------------------------------------

int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions) {
  raceward_writes(actions, sizeof *actions);
  return model_error();
}

int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions) {
  raceward_reads(actions, sizeof *actions);
  raceward_writes(actions, sizeof *actions);
  return model_error();
}

static int addAction(posix_spawn_file_actions_t *actions) {
  raceward_reads(actions, sizeof *actions);
  raceward_writes(actions, offsetof(posix_spawn_file_actions_t, __pad));
  return model_error();
}

int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *restrict actions, int descriptor,
                                     const char *restrict path, int flags, mode_t mode) {
  raceward_reads_text(path);
  return addAction(actions);
}

int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *actions, int descriptor) {
  return addAction(actions);
}

int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to) {
  return addAction(actions);
}

int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *restrict actions,
                                         const char *restrict path) {
  raceward_reads_text(path);
  return addAction(actions);
}

int posix_spawn_file_actions_addfchdir_np(posix_spawn_file_actions_t *actions, int descriptor) {
  return addAction(actions);
}

int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first) {
  return addAction(actions);
}

int posix_spawn_file_actions_addtcsetpgrp_np(posix_spawn_file_actions_t *actions, int descriptor) {
  return addAction(actions);
}

// -- attributes ----------------------------------------------------------------------------

int posix_spawnattr_init(posix_spawnattr_t *attributes) {
  __builtin_memset(attributes, 0, sizeof *attributes);
  return 0;
}

int posix_spawnattr_destroy(posix_spawnattr_t *attributes) {
  return 0;
}

// One attribute each: a member of the object.

#define GET(what, type, member)                                                                    \
  int posix_spawnattr_get##what(const posix_spawnattr_t *restrict attributes, type *restrict to) { \
    *to = attributes->member;                                                                      \
    return 0;                                                                                      \
  }
#define SET(what, type, member)                                                                    \
  int posix_spawnattr_set##what(posix_spawnattr_t *attributes, type value) {                       \
    attributes->member = value;                                                                    \
    return model_error();                                                                          \
  }
#define SET_FROM(what, type, member)                                                               \
  int posix_spawnattr_set##what(posix_spawnattr_t *restrict attributes,                            \
                                const type *restrict value) {                                      \
    attributes->member = *value;                                                                   \
    return 0;                                                                                      \
  }

GET(flags, short, __flags)
SET(flags, short, __flags)
GET(pgroup, pid_t, __pgrp)
SET(pgroup, pid_t, __pgrp)
GET(schedpolicy, int, __policy)
SET(schedpolicy, int, __policy)
GET(schedparam, struct sched_param, __sp)
SET_FROM(schedparam, struct sched_param, __sp)
GET(sigdefault, sigset_t, __sd)
SET_FROM(sigdefault, sigset_t, __sd)
GET(sigmask, sigset_t, __ss)
SET_FROM(sigmask, sigset_t, __ss)
