// Tables of users and groups. Each function without a buffer of the caller has a static entry,
// which all threads share; those that walk through a table share their place in it besides.
//
// The texts of an entry lie in slices of one buffer, so that each has any content of up to that
// size.
#include "system.h"

#include <aliases.h>
#include <grp.h>
#include <gshadow.h>
#include <pwd.h>
#include <shadow.h>
#include <stdio.h>

enum {
  kSlices = 8,
  kMembers = 2, ///< of a list of texts
  kText = 512,  ///< the size of a static buffer
  /// Less is too small for any entry; lists need to be aligned besides.
  kLeast = kSlices * (kMembers + 2) * sizeof(char *),
};

static void anyTexts(char *buffer, size_t bytes) {
  raceward_writes(buffer, bytes);
  for (size_t i = 1; i <= kSlices; ++i)
    buffer[i * (bytes / kSlices) - 1] = 0;
}

static char *slice(char *buffer, size_t bytes, size_t i) {
  return buffer + i * (bytes / kSlices);
}

/// A list of up to two texts in the last three slices.
static char **listIn(char *buffer, size_t bytes) {
  char *at = slice(buffer, bytes, kSlices - 1);
  at += -(uintptr_t)at % sizeof(char *);
  char **const list = (char **)at;
  list[0] = raceward_any_bool() ? slice(buffer, bytes, kSlices - 2) : NULL;
  list[1] = raceward_any_bool() ? slice(buffer, bytes, kSlices - 3) : NULL;
  list[2] = NULL;
  return list;
}

// -- what an entry is ----------------------------------------------------------------------

static void anyPasswd(struct passwd *to, char *buffer, size_t bytes) {
  anyTexts(buffer, bytes);
  raceward_writes(to, sizeof *to);
  to->pw_name = slice(buffer, bytes, 0);
  to->pw_passwd = slice(buffer, bytes, 1);
  to->pw_gecos = slice(buffer, bytes, 2);
  to->pw_dir = slice(buffer, bytes, 3);
  to->pw_shell = slice(buffer, bytes, 4);
}

static void anyGroup(struct group *to, char *buffer, size_t bytes) {
  anyTexts(buffer, bytes);
  raceward_writes(to, sizeof *to);
  to->gr_name = slice(buffer, bytes, 0);
  to->gr_passwd = slice(buffer, bytes, 1);
  to->gr_mem = listIn(buffer, bytes);
}

static void anySpwd(struct spwd *to, char *buffer, size_t bytes) {
  anyTexts(buffer, bytes);
  raceward_writes(to, sizeof *to);
  to->sp_namp = slice(buffer, bytes, 0);
  to->sp_pwdp = slice(buffer, bytes, 1);
}

/// Both lists are the same memory, which the program only reads.
static void anySgrp(struct sgrp *to, char *buffer, size_t bytes) {
  anyTexts(buffer, bytes);
  raceward_writes(to, sizeof *to);
  to->sg_namp = slice(buffer, bytes, 0);
  to->sg_passwd = slice(buffer, bytes, 1);
  to->sg_adm = listIn(buffer, bytes);
  to->sg_mem = to->sg_adm + raceward_any_bool();
}

static void anyAliasent(struct aliasent *to, char *buffer, size_t bytes) {
  anyTexts(buffer, bytes);
  raceward_writes(to, sizeof *to);
  to->alias_name = slice(buffer, bytes, 0);
  to->alias_members = listIn(buffer, bytes);
  to->alias_members_len = 2;
  to->alias_local = raceward_any_bool();
}

// -- the functions of a table --------------------------------------------------------------

/// There may be no entry, or one that fits.
static void smallBuffer(void *entry, size_t size, char *buffer, size_t bytes) {
  if (!raceward_any_bool())
    return;
  raceward_not_executed("entries in a buffer of less than 256 bytes are not modelled");
  raceward_writes(entry, size);
  raceward_writes(buffer, bytes);
}

/// What a function gives that has an entry of its own, and one that is given the memory.
#define TABLE(type, Type)                                                                          \
  struct own##Type {                                                                               \
    char used;                                                                                     \
    struct type entry;                                                                             \
    char text[kText];                                                                              \
  };                                                                                               \
  static struct type *static##Type(struct own##Type *own) {                                        \
    own->used = 1;                                                                                 \
    if (raceward_any_bool()) {                                                                     \
      model_status();                                                                              \
      return NULL;                                                                                 \
    }                                                                                              \
    any##Type(&own->entry, own->text, kText);                                                      \
    return &own->entry;                                                                            \
  }                                                                                                \
  static int given##Type(struct type *to, char *buffer, size_t bytes, struct type **result) {      \
    *result = NULL;                                                                                \
    model_error_number();                                                                          \
    if (bytes < kLeast) {                                                                          \
      smallBuffer(to, sizeof *to, buffer, bytes);                                                  \
      return model_error();                                                                        \
    }                                                                                              \
    const int error = model_error();                                                               \
    if (error != 0)                                                                                \
      return error;                                                                                \
    any##Type(to, buffer, bytes);                                                                  \
    if (raceward_any_bool())                                                                       \
      *result = to;                                                                                \
    return 0;                                                                                      \
  }

#define FIND(type, Type, function, key, read)                                                      \
  struct type *function(key) {                                                                     \
    static struct own##Type state_of_##function;                                                   \
    read;                                                                                          \
    return static##Type(&state_of_##function);                                                     \
  }
#define FIND_R(type, Type, function, key, read)                                                    \
  int function##_r(key, struct type *restrict to, char *restrict buffer, size_t bytes,             \
                   struct type **restrict result) {                                                \
    read;                                                                                          \
    return given##Type(to, buffer, bytes, result);                                                 \
  }
/// By a number, which the entry has.
#define FIND_NUMBER(type, Type, function, number, member)                                          \
  struct type *function(number wanted) {                                                           \
    static struct own##Type state_of_##function;                                                   \
    struct type *found = static##Type(&state_of_##function);                                       \
    if (found != NULL)                                                                             \
      found->member = wanted;                                                                      \
    return found;                                                                                  \
  }                                                                                                \
  int function##_r(number wanted, struct type *restrict to, char *restrict buffer, size_t bytes,   \
                   struct type **restrict result) {                                                \
    const int error = given##Type(to, buffer, bytes, result);                                      \
    if (*result != NULL)                                                                           \
      to->member = wanted;                                                                         \
    return error;                                                                                  \
  }
/// The next entry, and functions that set the place where it is looked for. getpwent_r() and the
/// like use it, too.
#define WALK(type, Type, name)                                                                     \
  static struct own##Type state_of_get##name;                                                      \
  struct type *get##name(void) {                                                                   \
    return static##Type(&state_of_get##name);                                                      \
  }                                                                                                \
  int get##name##_r(struct type *restrict to, char *restrict buffer, size_t bytes,                 \
                    struct type **restrict result) {                                               \
    state_of_get##name.used = 1;                                                                   \
    return given##Type(to, buffer, bytes, result);                                                 \
  }                                                                                                \
  void set##name(void) {                                                                           \
    state_of_get##name.used = 1;                                                                   \
  }                                                                                                \
  void end##name(void) {                                                                           \
    state_of_get##name.used = 1;                                                                   \
  }

TABLE(passwd, Passwd)
FIND(passwd, Passwd, getpwnam, const char *name, raceward_reads_text(name))
FIND_NUMBER(passwd, Passwd, getpwuid, uid_t, pw_uid)
FIND(passwd, Passwd, fgetpwent, FILE *stream, )
FIND_R(passwd, Passwd, getpwnam, const char *restrict name, raceward_reads_text(name))
FIND_R(passwd, Passwd, fgetpwent, FILE *restrict stream, )
WALK(passwd, Passwd, pwent)

TABLE(group, Group)
FIND(group, Group, getgrnam, const char *name, raceward_reads_text(name))
FIND_NUMBER(group, Group, getgrgid, gid_t, gr_gid)
FIND(group, Group, fgetgrent, FILE *stream, )
FIND_R(group, Group, getgrnam, const char *restrict name, raceward_reads_text(name))
FIND_R(group, Group, fgetgrent, FILE *restrict stream, )
WALK(group, Group, grent)

TABLE(spwd, Spwd)
FIND(spwd, Spwd, getspnam, const char *name, raceward_reads_text(name))
FIND(spwd, Spwd, sgetspent, const char *text, raceward_reads_text(text))
FIND(spwd, Spwd, fgetspent, FILE *stream, )
FIND_R(spwd, Spwd, getspnam, const char *name, raceward_reads_text(name))
FIND_R(spwd, Spwd, sgetspent, const char *text, raceward_reads_text(text))
FIND_R(spwd, Spwd, fgetspent, FILE *stream, )
WALK(spwd, Spwd, spent)

TABLE(sgrp, Sgrp)
FIND(sgrp, Sgrp, getsgnam, const char *name, raceward_reads_text(name))
FIND(sgrp, Sgrp, sgetsgent, const char *text, raceward_reads_text(text))
FIND(sgrp, Sgrp, fgetsgent, FILE *stream, )
FIND_R(sgrp, Sgrp, getsgnam, const char *name, raceward_reads_text(name))
FIND_R(sgrp, Sgrp, sgetsgent, const char *text, raceward_reads_text(text))
FIND_R(sgrp, Sgrp, fgetsgent, FILE *stream, )
WALK(sgrp, Sgrp, sgent)

TABLE(aliasent, Aliasent)
FIND(aliasent, Aliasent, getaliasbyname, const char *name, raceward_reads_text(name))
FIND(aliasent, Aliasent, getaliasent, void, )
FIND_R(aliasent, Aliasent, getaliasbyname, const char *restrict name, raceward_reads_text(name))

int getaliasent_r(struct aliasent *restrict to, char *restrict buffer, size_t bytes,
                  struct aliasent **restrict result) {
  return givenAliasent(to, buffer, bytes, result);
}

// The place in this table is behind a lock of the library.
void setaliasent(void) {}
void endaliasent(void) {}

/// The line of a user as text, in a buffer of the program whose size is not said.
int getpw(uid_t user, char *to) {
  raceward_writes_all(to);
  return model_status();
}

// -- writing entries -----------------------------------------------------------------------

static void readsText(const char *text) {
  if (text != NULL)
    raceward_reads_text(text);
}

static void readsList(char *const *list) {
  if (list != NULL)
    model_reads_texts(list);
}

int putpwent(const struct passwd *restrict entry, FILE *restrict stream) {
  raceward_reads(entry, sizeof *entry);
  readsText(entry->pw_name);
  readsText(entry->pw_passwd);
  readsText(entry->pw_gecos);
  readsText(entry->pw_dir);
  readsText(entry->pw_shell);
  return model_status();
}

int putgrent(const struct group *restrict entry, FILE *restrict stream) {
  raceward_reads(entry, sizeof *entry);
  readsText(entry->gr_name);
  readsText(entry->gr_passwd);
  readsList(entry->gr_mem);
  return model_status();
}

int putspent(const struct spwd *entry, FILE *stream) {
  raceward_reads(entry, sizeof *entry);
  readsText(entry->sp_namp);
  readsText(entry->sp_pwdp);
  return model_status();
}

int putsgent(const struct sgrp *entry, FILE *stream) {
  raceward_reads(entry, sizeof *entry);
  readsText(entry->sg_namp);
  readsText(entry->sg_passwd);
  readsList(entry->sg_adm);
  readsList(entry->sg_mem);
  return model_status();
}

/// A lock of the file against other processes; a thread of this one does not get it twice.
int lckpwdf(void) {
  raceward_not_executed("lckpwdf() may order threads, which is not modelled");
  return model_status();
}

int ulckpwdf(void) {
  return model_status();
}
