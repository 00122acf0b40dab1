// Databases of POSIX (<ndbm.h>), as GNU dbm has them: one belongs to one thread at a time. What a
// function returns lies in the database until the next call.
#include "object.h"

typedef struct {
  char *data;
  int bytes;
} datum;

enum { kRoom = 16 };

typedef struct {
  char changed;
  char result[kRoom];
} DBM;

static datum found(DBM *file) {
  datum result = {NULL, 0};
  if (raceward_any_bool()) {
    raceward_writes(file->result, kRoom);
    result.data = file->result;
    result.bytes = model_number(0, kRoom);
  }
  return result;
}
static void looksUp(DBM *file, datum key) {
  model_changes(file);
  raceward_reads(key.data, (size_t)key.bytes);
}

DBM *dbm_open(char *name, int flags, int mode) {
  raceward_reads_text(name);
  return model_status() < 0 ? NULL : model_object(sizeof(DBM));
}
void dbm_close(DBM *file) {
  free(file);
}
int dbm_store(DBM *file, datum key, datum content, int mode) {
  looksUp(file, key);
  raceward_reads(content.data, (size_t)content.bytes);
  model_error_number();
  return model_number(-1, 1);
}
datum dbm_fetch(DBM *file, datum key) {
  looksUp(file, key);
  return found(file);
}
int dbm_delete(DBM *file, datum key) {
  looksUp(file, key);
  return model_status();
}
datum dbm_firstkey(DBM *file) {
  model_changes(file);
  return found(file);
}
datum dbm_nextkey(DBM *file) {
  model_changes(file);
  return found(file);
}
int dbm_error(DBM *file) {
  model_looks_at(file);
  return raceward_any_bool();
}
int dbm_clearerr(DBM *file) {
  model_changes(file);
  return 0;
}

/// The number of the descriptor is part of the database.
static int numberOfDescriptor(DBM *file) {
  model_looks_at(file);
  return 3 + (raceward_any_int() & 0xfffff);
}
int dbm_dirfno(DBM *file) {
  return numberOfDescriptor(file);
}
int dbm_pagfno(DBM *file) {
  return numberOfDescriptor(file);
}
int dbm_rdonly(DBM *file) {
  model_looks_at(file);
  return raceward_any_bool();
}
