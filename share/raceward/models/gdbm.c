// GNU dbm (<gdbm.h>): a database belongs to one thread at a time. What it returns is new memory,
// which the program frees.
#include "object.h"

typedef struct {
  char *data;
  int bytes;
} datum;
typedef struct {
  char changed;
} *GDBM_FILE;

static datum found(void) {
  datum result = {NULL, 0};
  if (raceward_any_bool()) {
    enum { kRoom = 16 };
    result.data = raceward_new(kRoom);
    result.bytes = model_number(0, kRoom);
  }
  return result;
}
static void looksUp(GDBM_FILE file, datum key) {
  model_changes(file);
  raceward_reads(key.data, (size_t)key.bytes);
}

/// The function for errors that end the program is called with a text.
GDBM_FILE gdbm_open(char *name, int size, int flags, int mode, void (*fatal)(const char *)) {
  raceward_reads_text(name);
  if (raceward_any_bool())
    MODEL_CALL(fatal, model_text());
  return raceward_any_failure() ? NULL : model_object(1);
}
void gdbm_close(GDBM_FILE file) {
  free(file);
}
int gdbm_store(GDBM_FILE file, datum key, datum content, int flag) {
  looksUp(file, key);
  raceward_reads(content.data, (size_t)content.bytes);
  return model_number(-1, 1);
}
datum gdbm_fetch(GDBM_FILE file, datum key) {
  looksUp(file, key);
  return found();
}
int gdbm_delete(GDBM_FILE file, datum key) {
  looksUp(file, key);
  return model_number(-1, 0);
}
int gdbm_exists(GDBM_FILE file, datum key) {
  looksUp(file, key);
  return raceward_any_bool();
}
datum gdbm_firstkey(GDBM_FILE file) {
  model_changes(file);
  return found();
}
datum gdbm_nextkey(GDBM_FILE file, datum key) {
  looksUp(file, key);
  return found();
}
int gdbm_reorganize(GDBM_FILE file) {
  model_changes(file);
  return raceward_any_int();
}
void gdbm_sync(GDBM_FILE file) {
  model_changes(file);
}
