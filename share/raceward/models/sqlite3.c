// SQLite (<sqlite3.h>), in its usual mode: connections are serialised by the library.
//
// So a connection and its statements may be used by several threads; only ending them may not run
// beside a use. Texts that it returns stay as they are until the next use of the statement or
// connection, which changes them. Functions of the program are called while code runs, by the
// thread that runs it, and not under a lock that the program could rely on.
#include "object.h"

typedef long long sqlite3_int64;
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_context sqlite3_context;
typedef struct sqlite3_value sqlite3_value;

struct sqlite3 {
  char changed;
  void (*function)(sqlite3_context *, int, sqlite3_value **);
  int (*busy)(void *, int);
  void *busyArgument;
  int (*progress)(void *);
  void *progressArgument;
};
struct sqlite3_value {
  char changed;
};
typedef struct {
  char changed;
  sqlite3 *connection;
  char *text; ///< of the column that was asked for last
} sqlite3_stmt;

/// SQLITE_OK to SQLITE_DONE.
static int anyCode(void) {
  return model_number(0, 101);
}

static int open(const char *name, sqlite3 **to) {
  model_reads_text_if_given(name);
  model_error_number();
  *to = raceward_any_bool() ? model_object(sizeof(sqlite3)) : NULL;
  return anyCode();
}
int sqlite3_open(const char *name, sqlite3 **to) {
  return open(name, to);
}
int sqlite3_open_v2(const char *name, sqlite3 **to, int flags, const char *system) {
  model_reads_text_if_given(system);
  return open(name, to);
}
int sqlite3_close(sqlite3 *connection) {
  free(connection);
  return anyCode();
}
int sqlite3_close_v2(sqlite3 *connection) {
  return sqlite3_close(connection);
}
int sqlite3_initialize(void) {
  return anyCode();
}
int sqlite3_shutdown(void) {
  return anyCode();
}
int sqlite3_threadsafe(void) {
  return 1;
}
const char *sqlite3_libversion(void) {
  return model_text();
}

static void runs(sqlite3 *connection) {
  model_looks_at(connection);
  model_error_number();
  while (raceward_any_bool()) {
    sqlite3_value value;
    sqlite3_value *values[] = {&value};
    MODEL_CALL(connection->function, (sqlite3_context *)connection, 1, values);
    MODEL_CALL(connection->busy, connection->busyArgument, raceward_any_int());
    MODEL_CALL(connection->progress, connection->progressArgument);
  }
}

/// Calls back for each row, with the texts and the names of its columns.
int sqlite3_exec(sqlite3 *connection, const char *code, int (*row)(void *, int, char **, char **),
                 void *argument, char **error) {
  raceward_reads_text(code);
  runs(connection);
  if (row != NULL)
    while (raceward_any_bool()) {
      enum { kColumns = 4 };
      char *values[kColumns];
      char *names[kColumns];
      for (int i = 0; i < kColumns; ++i) {
        values[i] = raceward_any_bool() ? model_text() : NULL;
        names[i] = model_text();
      }
      if (row(argument, model_number(1, kColumns), values, names) != 0)
        break;
    }
  if (error != NULL)
    *error = raceward_any_bool() ? model_text() : NULL;
  return anyCode();
}

int sqlite3_prepare_v2(sqlite3 *connection, const char *code, int bytes, sqlite3_stmt **to,
                       const char **rest) {
  const size_t length = bytes < 0 ? raceward_reads_text(code) : strnlen(code, (size_t)bytes);
  model_looks_at(connection);
  if (rest != NULL) {
    *rest = code + model_up_to(length);
  }
  const int status = anyCode();
  *to = NULL;
  if (status == 0 && raceward_any_bool()) {
    sqlite3_stmt *statement = model_object(sizeof *statement);
    statement->connection = connection;
    *to = statement;
  }
  return status;
}
int sqlite3_prepare(sqlite3 *connection, const char *code, int bytes, sqlite3_stmt **to,
                    const char **rest) {
  return sqlite3_prepare_v2(connection, code, bytes, to, rest);
}
int sqlite3_finalize(sqlite3_stmt *statement) {
  free(statement);
  return anyCode();
}
int sqlite3_step(sqlite3_stmt *statement) {
  model_looks_at(statement);
  runs(statement->connection);
  return anyCode();
}

#define ON_STATEMENT(FUNCTION, ...)                                                                \
  int FUNCTION(sqlite3_stmt *statement, ##__VA_ARGS__) {                                           \
    model_looks_at(statement);                                                                     \
    return raceward_any_int();                                                                     \
  }
ON_STATEMENT(sqlite3_reset)
ON_STATEMENT(sqlite3_clear_bindings)
ON_STATEMENT(sqlite3_column_count)
ON_STATEMENT(sqlite3_data_count)
ON_STATEMENT(sqlite3_bind_int, int index, int value)
ON_STATEMENT(sqlite3_bind_int64, int index, sqlite3_int64 value)
ON_STATEMENT(sqlite3_bind_double, int index, double value)
ON_STATEMENT(sqlite3_bind_null, int index)
ON_STATEMENT(sqlite3_column_int, int column)
ON_STATEMENT(sqlite3_column_type, int column)
ON_STATEMENT(sqlite3_column_bytes, int column)
sqlite3_int64 sqlite3_column_int64(sqlite3_stmt *statement, int column) {
  model_looks_at(statement);
  return raceward_any_longlong();
}
double sqlite3_column_double(sqlite3_stmt *statement, int column) {
  double number;
  model_looks_at(statement);
  raceward_any_bytes(&number, sizeof number);
  return number;
}
/// The text belongs to the statement.
const unsigned char *sqlite3_column_text(sqlite3_stmt *statement, int column) {
  model_looks_at(statement);
  return raceward_any_failure() ? NULL : (const unsigned char *)model_text();
}
const void *sqlite3_column_blob(sqlite3_stmt *statement, int column) {
  return sqlite3_column_text(statement, column);
}
const char *sqlite3_column_name(sqlite3_stmt *statement, int column) {
  model_looks_at(statement);
  return model_text();
}

/// What is bound is read when it is copied (SQLITE_TRANSIENT), or later; the last argument may be a
/// function that ends it.
static int binds(sqlite3_stmt *statement, const void *from, int bytes, void (*end)(void *)) {
  model_looks_at(statement);
  if (from != NULL && bytes < 0)
    raceward_reads_text(from);
  else if (from != NULL)
    raceward_reads(from, (size_t)bytes);
  if (end != NULL && end != (void (*)(void *))(intptr_t)-1)
    end((void *)(uintptr_t)from);
  return anyCode();
}
int sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *from, int bytes,
                      void (*end)(void *)) {
  return binds(statement, from, bytes, end);
}
int sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *from, int bytes,
                      void (*end)(void *)) {
  return binds(statement, from, bytes, end);
}

const char *sqlite3_errmsg(sqlite3 *connection) {
  model_looks_at(connection);
  return model_text();
}
const char *sqlite3_errstr(int code) {
  return model_text();
}
int sqlite3_errcode(sqlite3 *connection) {
  model_looks_at(connection);
  return anyCode();
}
int sqlite3_changes(sqlite3 *connection) {
  model_looks_at(connection);
  return raceward_any_int();
}
sqlite3_int64 sqlite3_last_insert_rowid(sqlite3 *connection) {
  model_looks_at(connection);
  return raceward_any_longlong();
}
int sqlite3_busy_timeout(sqlite3 *connection, int milliseconds) {
  model_looks_at(connection);
  return anyCode();
}
void sqlite3_free(void *memory) {
  free(memory);
}
void *sqlite3_malloc(int bytes) {
  return bytes > 0 ? malloc((size_t)bytes) : NULL;
}
int sqlite3_busy_handler(sqlite3 *connection, int (*function)(void *, int), void *argument) {
  model_changes(connection);
  connection->busy = function;
  connection->busyArgument = argument;
  return anyCode();
}
void sqlite3_progress_handler(sqlite3 *connection, int steps, int (*function)(void *),
                              void *argument) {
  model_changes(connection);
  connection->progress = function;
  connection->progressArgument = argument;
}

/// An aggregate's functions are called as one that is not: with the context and values.
int sqlite3_create_function(sqlite3 *connection, const char *name, int arguments, int text,
                            void *data, void (*function)(sqlite3_context *, int, sqlite3_value **),
                            void (*step)(sqlite3_context *, int, sqlite3_value **),
                            void (*final)(sqlite3_context *)) {
  model_changes(connection);
  raceward_reads_text(name);
  if (final != NULL)
    raceward_gap("sqlite3_create_function() of an aggregate");
  connection->function = function;
  return anyCode();
}
