// GNU libmicrohttpd (<microhttpd.h>): requests are handled by threads of the library, unless the
// program runs it itself.
#include "object.h"

#include <pthread.h>
#include <sys/socket.h>

typedef struct {
  char changed;
} Connection;
typedef int Handler(void *, Connection *, const char *, const char *, const char *, const char *,
                    size_t *, void **);
typedef struct {
  char changed;
  int (*accepts)(void *, const struct sockaddr *, socklen_t);
  void *acceptsArgument;
  Handler *handler;
  void *argument;
  pthread_t thread;
  char hasThread;
} Daemon;

static void handles(Daemon *daemon) {
  struct sockaddr_storage address;
  Connection connection = {0};
  void *own = NULL;
  size_t bytes = (size_t)model_number(0, 15);
  raceward_any_bytes(&address, sizeof address);
  MODEL_CALL(daemon->accepts, daemon->acceptsArgument, (const struct sockaddr *)&address,
             sizeof address);
  while (raceward_any_bool())
    daemon->handler(daemon->argument, &connection, model_text(), model_text(), model_text(),
                    model_text(), &bytes, &own);
}
static void *serves(void *daemon) {
  while (raceward_any_bool())
    handles(daemon);
  return NULL;
}
/// Each connection has a thread.
static void *servesEach(void *daemon) {
  handles(daemon);
  return NULL;
}
static void *accepts(void *daemon) {
  while (raceward_any_bool()) {
    pthread_t thread;
    pthread_create(&thread, NULL, servesEach, daemon);
    pthread_detach(thread);
  }
  return NULL;
}

Daemon *MHD_start_daemon(unsigned flags, uint16_t port,
                         int (*accept)(void *, const struct sockaddr *, socklen_t), void *accepted,
                         Handler *handler, void *argument, ...) {
  enum { kThreadPerConnection = 4, kInnerThread = 8 };
  if (raceward_any_failure())
    return NULL;
  Daemon *daemon = model_object(sizeof *daemon);
  daemon->accepts = accept;
  daemon->acceptsArgument = accepted;
  daemon->handler = handler;
  daemon->argument = argument;
  daemon->hasThread = (flags & (kThreadPerConnection | kInnerThread)) != 0;
  if (daemon->hasThread)
    pthread_create(&daemon->thread, NULL, flags & kThreadPerConnection ? accepts : serves, daemon);
  return daemon;
}
int MHD_run(Daemon *daemon) {
  serves(daemon);
  return raceward_any_bool();
}
void MHD_stop_daemon(Daemon *daemon) {
  if (daemon->hasThread)
    pthread_join(daemon->thread, NULL);
  free(daemon);
}

/// A response may be used for several connections: its references are counted under a lock.
void *MHD_create_response_from_buffer(size_t bytes, void *from, int mode) {
  enum { kPersistent, kFreed, kCopied };
  if (mode == kCopied || mode == kPersistent)
    raceward_reads(from, bytes);
  return raceward_any_failure() ? NULL : model_object(1);
}
int MHD_add_response_header(void *response, const char *name, const char *value) {
  model_changes(response);
  raceward_reads_text(name);
  raceward_reads_text(value);
  return raceward_any_bool();
}
int MHD_queue_response(Connection *connection, unsigned status, void *response) {
  model_changes(connection);
  model_looks_at(response);
  return raceward_any_bool();
}
void MHD_destroy_response(void *response) {
  model_looks_at(response);
}
const char *MHD_lookup_connection_value(Connection *connection, int kind, const char *key) {
  model_looks_at(connection);
  raceward_reads_text(key);
  return raceward_any_failure() ? NULL : model_text();
}
