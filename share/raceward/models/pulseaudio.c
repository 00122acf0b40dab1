// PulseAudio (<pulse/simple.h>, <pulse/mainloop.h>, <pulse/context.h>).
//
// A simple connection may be used by several threads, since the library has a lock in it. A loop
// and its contexts belong to one thread.
#include "object.h"

enum { kSampleFormat = 12, kBufferSettings = 20 }; // bytes of the program's structs

const char *pa_strerror(int error) {
  return model_text();
}

typedef struct pa_simple pa_simple;

static int result(int *error) {
  if (error != NULL)
    *error = raceward_any_int();
  return model_number(-1, 0);
}
pa_simple *pa_simple_new(const char *server, const char *name, int direction, const char *device,
                         const char *stream, const void *format, const void *channels,
                         const void *settings, int *error) {
  model_reads_text_if_given(server);
  raceward_reads_text(name);
  model_reads_text_if_given(device);
  raceward_reads_text(stream);
  raceward_reads(format, kSampleFormat);
  if (channels != NULL)
    raceward_reads_all(channels);
  if (settings != NULL)
    raceward_reads(settings, kBufferSettings);
  return result(error) == 0 ? model_object(1) : NULL;
}
void pa_simple_free(pa_simple *connection) {
  free(connection);
}
int pa_simple_read(pa_simple *connection, void *to, size_t bytes, int *error) {
  model_looks_at(connection);
  raceward_writes(to, bytes);
  return result(error);
}
int pa_simple_write(pa_simple *connection, const void *from, size_t bytes, int *error) {
  model_looks_at(connection);
  raceward_reads(from, bytes);
  return result(error);
}
int pa_simple_drain(pa_simple *connection, int *error) {
  model_looks_at(connection);
  return result(error);
}
int pa_simple_flush(pa_simple *connection, int *error) {
  model_looks_at(connection);
  return result(error);
}
uint64_t pa_simple_get_latency(pa_simple *connection, int *error) {
  model_looks_at(connection);
  if (error != NULL)
    *error = raceward_any_int();
  return raceward_any_ulonglong();
}

// -- loops -------------------------------------------------------------------------------------

typedef struct context pa_context;
typedef struct {
  void *interface[16]; ///< programs hand its address on
  char changed;
  char isDone;
  pa_context *contexts;
} pa_mainloop;

struct context {
  char changed;
  pa_context *next;
  pa_mainloop *loop;
  void (*function)(pa_context *, void *);
  void *data;
};

pa_mainloop *pa_mainloop_new(void) {
  return model_object(sizeof(pa_mainloop));
}
void pa_mainloop_free(pa_mainloop *loop) {
  free(loop);
}
void *pa_mainloop_get_api(pa_mainloop *loop) {
  return loop->interface;
}
void pa_mainloop_quit(pa_mainloop *loop, int result) {
  model_changes(&loop->changed);
  loop->isDone = 1;
}
pa_context *pa_context_new(void *interface, const char *name) {
  pa_mainloop *loop = interface;
  model_reads_text_if_given(name);
  pa_context *context = model_object(sizeof *context);
  context->loop = loop;
  context->next = loop->contexts;
  loop->contexts = context;
  return context;
}
int pa_context_connect(pa_context *context, const char *server, int flags, const void *functions) {
  model_reads_text_if_given(server);
  model_changes(context);
  return model_number(-1, 0);
}
void pa_context_disconnect(pa_context *context) {
  model_changes(context);
}
void pa_context_unref(pa_context *context) {
  model_changes(context);
}
int pa_context_get_state(const pa_context *context) {
  model_looks_at(context);
  return model_number(0, 6);
}
void pa_context_set_state_callback(pa_context *context, void (*function)(pa_context *, void *),
                                   void *data) {
  model_changes(context);
  context->function = function;
  context->data = data;
}

static void runs(pa_mainloop *loop) {
  model_changes(&loop->changed);
  for (pa_context *context = loop->contexts; context != NULL; context = context->next) {
    model_changes(context);
    if (raceward_any_bool())
      MODEL_CALL(context->function, context, context->data);
  }
}
int pa_mainloop_iterate(pa_mainloop *loop, int waits, int *value) {
  runs(loop);
  if (value != NULL)
    *value = raceward_any_int();
  return raceward_any_int();
}
int pa_mainloop_run(pa_mainloop *loop, int *value) {
  loop->isDone = 0;
  while (!loop->isDone && raceward_any_bool())
    runs(loop);
  if (value != NULL)
    *value = raceward_any_int();
  return raceward_any_int();
}
