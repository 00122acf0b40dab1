// libpq, PostgreSQL's client library (<libpq-fe.h>), and what its programs use besides.
//
// A connection belongs to one thread at a time, a result may be read by several. Functions of the
// port (pg_printf) behave as those of the C library.
#include "object.h"

#include <signal.h>
#include <stdio.h>

typedef struct {
  char changed;
  char *message;
} PGconn;

typedef struct {
  char changed;
  char *text; ///< stands for all values
} PGresult;

static PGconn *connects(void) {
  PGconn *connection = model_object(sizeof *connection);
  connection->message = model_text();
  return connection;
}
static PGresult *newResult(void) {
  PGresult *result = model_object(sizeof *result);
  result->text = model_text();
  return result;
}

PGconn *PQconnectdb(const char *settings) {
  raceward_reads_text(settings);
  return connects();
}
PGconn *PQconnectdbParams(const char *const *names, const char *const *values, int expand) {
  for (; *names != NULL; ++names, ++values) {
    raceward_reads_text(*names);
    model_reads_text_if_given(*values);
  }
  return connects();
}
void PQfinish(PGconn *connection) {
  free(connection);
}
void PQreset(PGconn *connection) {
  model_changes(connection);
}

#define ASKS(FUNCTION)                                                                             \
  int FUNCTION(const PGconn *connection) {                                                         \
    model_looks_at(connection);                                                                    \
    return raceward_any_int();                                                                     \
  }
ASKS(PQstatus)
ASKS(PQtransactionStatus)
ASKS(PQserverVersion)
ASKS(PQsocket)
ASKS(PQconnectionNeedsPassword)
ASKS(PQbackendPID)
ASKS(PQclientEncoding)
#define WORKS(FUNCTION)                                                                            \
  int FUNCTION(PGconn *connection) {                                                               \
    model_changes(connection);                                                                     \
    return raceward_any_int();                                                                     \
  }
WORKS(PQisBusy)
WORKS(PQconsumeInput)
WORKS(PQflush)
int PQsetnonblocking(PGconn *connection, int on) {
  model_changes(connection);
  return model_number(-1, 0);
}
char *PQerrorMessage(const PGconn *connection) {
  if (connection == NULL)
    return model_text();
  model_looks_at(connection);
  return connection->message;
}
#define TEXT_OF(FUNCTION)                                                                          \
  char *FUNCTION(const PGconn *connection) {                                                       \
    model_looks_at(connection);                                                                    \
    return connection->message;                                                                    \
  }
TEXT_OF(PQdb)
TEXT_OF(PQuser)
TEXT_OF(PQpass)
TEXT_OF(PQhost)
TEXT_OF(PQport)
const char *PQparameterStatus(const PGconn *connection, const char *name) {
  model_looks_at(connection);
  raceward_reads_text(name);
  return raceward_any_failure() ? NULL : connection->message;
}

/// The text of the last error is replaced.
static void runs(PGconn *connection, const char *code) {
  raceward_reads_text(code);
  model_changes(connection);
  connection->message = model_text();
}
PGresult *PQexec(PGconn *connection, const char *code) {
  runs(connection, code);
  return raceward_any_failure() ? NULL : newResult();
}
PGresult *PQexecParams(PGconn *connection, const char *code, int count, const unsigned *types,
                       const char *const *values, const int *lengths, const int *formats,
                       int format) {
  runs(connection, code);
  if (types != NULL)
    raceward_reads(types, (size_t)count * sizeof *types);
  if (lengths != NULL)
    raceward_reads(lengths, (size_t)count * sizeof *lengths);
  if (formats != NULL)
    raceward_reads(formats, (size_t)count * sizeof *formats);
  for (int i = 0; i < count && values != NULL; ++i) {
    if (values[i] == NULL)
      continue;
    if (formats != NULL && formats[i] != 0 && lengths != NULL)
      raceward_reads(values[i], (size_t)lengths[i]);
    else
      raceward_reads_text(values[i]);
  }
  return raceward_any_failure() ? NULL : newResult();
}
int PQsendQuery(PGconn *connection, const char *code) {
  runs(connection, code);
  return raceward_any_bool();
}
PGresult *PQgetResult(PGconn *connection) {
  model_changes(connection);
  return raceward_any_failure() ? NULL : newResult();
}

void PQclear(PGresult *result) {
  free(result);
}
#define COUNTS(FUNCTION)                                                                           \
  int FUNCTION(const PGresult *result) {                                                           \
    if (result != NULL)                                                                            \
      model_looks_at(result);                                                                      \
    return raceward_any_int() & 0x7fffffff;                                                        \
  }
COUNTS(PQntuples)
COUNTS(PQnfields)
COUNTS(PQresultStatus)
char *PQgetvalue(const PGresult *result, int row, int column) {
  model_looks_at(result);
  return result->text;
}
int PQgetisnull(const PGresult *result, int row, int column) {
  model_looks_at(result);
  return raceward_any_bool();
}
int PQgetlength(const PGresult *result, int row, int column) {
  model_looks_at(result);
  return model_number(0, 15);
}
char *PQresultErrorField(const PGresult *result, int field) {
  if (result == NULL)
    return NULL;
  model_looks_at(result);
  return raceward_any_failure() ? NULL : result->text;
}
char *PQresultErrorMessage(const PGresult *result) {
  if (result == NULL)
    return model_text();
  model_looks_at(result);
  return result->text;
}
char *PQcmdTuples(PGresult *result) {
  model_looks_at(result);
  return result->text;
}

/// Asking the server to stop does not use the connection itself.
void *PQgetCancel(PGconn *connection) {
  if (connection == NULL)
    return NULL;
  model_looks_at(connection);
  return raceward_any_failure() ? NULL : model_object(1);
}
void PQfreeCancel(void *cancel) {
  free(cancel);
}
int PQcancel(void *cancel, char *to, int bytes) {
  if (cancel != NULL)
    model_looks_at(cancel);
  model_writes_text(to, (size_t)bytes);
  return raceward_any_bool();
}
void PQfreemem(void *memory) {
  free(memory);
}

// -- texts that grow ---------------------------------------------------------------------------

typedef struct {
  char *data;
  size_t length;
  size_t room;
} Text;

enum { kRoom = 256 };

void initPQExpBuffer(Text *text) {
  text->data = raceward_new(kRoom);
  text->data[0] = 0;
  text->length = 0;
  text->room = kRoom;
}
Text *createPQExpBuffer(void) {
  Text *text = raceward_new(sizeof *text);
  initPQExpBuffer(text);
  return text;
}
void termPQExpBuffer(Text *text) {
  free(text->data);
  text->data = NULL;
  text->length = 0;
  text->room = 0;
}
void destroyPQExpBuffer(Text *text) {
  if (text == NULL)
    return;
  free(text->data);
  free(text);
}
void resetPQExpBuffer(Text *text) {
  text->length = 0;
  text->data[0] = 0;
}
int enlargePQExpBuffer(Text *text, size_t bytes) {
  if (text->length + bytes < text->room)
    return 1;
  text->data = realloc(text->data, text->length + bytes + 1);
  text->room = text->length + bytes + 1;
  return 1;
}
void appendBinaryPQExpBuffer(Text *text, const char *from, size_t bytes) {
  enlargePQExpBuffer(text, bytes);
  memcpy(text->data + text->length, from, bytes);
  text->length += bytes;
  text->data[text->length] = 0;
}
void appendPQExpBufferStr(Text *text, const char *from) {
  appendBinaryPQExpBuffer(text, from, strlen(from));
}
void appendPQExpBufferChar(Text *text, char character) {
  appendBinaryPQExpBuffer(text, &character, 1);
}
static void prints(Text *text, const char *format, va_list values) {
  char *made = raceward_new(kRoom);
  vsnprintf(made, kRoom, format, values);
  appendPQExpBufferStr(text, made);
  free(made);
}
void appendPQExpBuffer(Text *text, const char *format, ...) {
  va_list values;
  va_start(values, format);
  prints(text, format, values);
  va_end(values);
}
void printfPQExpBuffer(Text *text, const char *format, ...) {
  va_list values;
  va_start(values, format);
  resetPQExpBuffer(text);
  prints(text, format, values);
  va_end(values);
}

// -- the port ----------------------------------------------------------------------------------

int pg_vsnprintf(char *to, size_t bytes, const char *format, va_list values) {
  return vsnprintf(to, bytes, format, values);
}
int pg_vfprintf(FILE *stream, const char *format, va_list values) {
  return vfprintf(stream, format, values);
}
#define PRINTS(FUNCTION, PARAMETERS, CALL)                                                         \
  int FUNCTION PARAMETERS {                                                                        \
    va_list values;                                                                                \
    va_start(values, format);                                                                      \
    const int length = CALL;                                                                       \
    va_end(values);                                                                                \
    return length;                                                                                 \
  }
PRINTS(pg_printf, (const char *format, ...), vprintf(format, values))
PRINTS(pg_fprintf, (FILE * stream, const char *format, ...), vfprintf(stream, format, values))
PRINTS(pg_sprintf, (char *to, const char *format, ...), vsprintf(to, format, values))
PRINTS(pg_snprintf, (char *to, size_t bytes, const char *format, ...),
       vsnprintf(to, bytes, format, values))

int pg_strcasecmp(const char *a, const char *b) {
  raceward_reads_text(a);
  raceward_reads_text(b);
  return raceward_any_int();
}
int pg_strncasecmp(const char *a, const char *b, size_t most) {
  raceward_reads(a, strnlen(a, most));
  raceward_reads(b, strnlen(b, most));
  return raceward_any_int();
}

static char state_of_pg_strerror[256];
char *pg_strerror(int number) {
  model_writes_text(state_of_pg_strerror, sizeof state_of_pg_strerror);
  return state_of_pg_strerror;
}
const char *get_progname(const char *path) {
  return strdup(path);
}
void set_pglocale_pgservice(const char *path, const char *domain) {
  raceward_reads_text(path);
  raceward_reads_text(domain);
}
void simple_prompt(const char *prompt, char *to, size_t bytes, _Bool echo) {
  raceward_reads_text(prompt);
  model_writes_text(to, bytes);
}
void (*pqsignal(int number, void (*function)(int)))(int) {
  return signal(number, function);
}
