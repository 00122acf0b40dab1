// libuv (<uv.h>): loops, work in other threads, timers and signals between threads.
//
// Handles and requests are structs of the program, which start with a pointer for the program and
// the loop. What is behind that is the library's: the model keeps its own parts there, in room that
// every kind has. A loop belongs to one thread; uv_async_send() may be called from any, and work
// that is queued runs in a thread of the library, after which its second function is called by the
// loop.
#include "object.h"

#include <pthread.h>

typedef struct loop Loop;

// The smallest handle has 88 bytes, the smallest request 64.
typedef struct handle {
  void *data;
  Loop *loop;
  int type;
  char isActive;
  char isAsync;
  int isSent;
  void (*function)(struct handle *);
  void (*close)(struct handle *);
  struct handle *next;
} Handle;

typedef struct work {
  void *data;
  int type;
  char isDone;
  void (*work)(struct work *);
  void (*after)(struct work *, int);
  Loop *loop;
  struct work *next;
} Work;

struct loop {
  void *data;
  char changed;
  char isDone;
  Handle *active;
  Work *queued;
};

static pthread_mutex_t lock_of_work = PTHREAD_MUTEX_INITIALIZER;
static Loop *theLoop;

int uv_loop_init(Loop *loop) {
  model_changes(&loop->changed);
  loop->isDone = 0;
  loop->active = NULL;
  loop->queued = NULL;
  return model_number(-1, 0);
}
Loop *uv_default_loop(void) {
  if (theLoop == NULL)
    theLoop = model_object(sizeof *theLoop);
  return theLoop;
}
Loop *uv_loop_new(void) {
  return model_object(sizeof(Loop));
}
int uv_loop_close(Loop *loop) {
  model_changes(&loop->changed);
  return model_number(-1, 0);
}
void uv_stop(Loop *loop) {
  model_changes(&loop->changed);
  loop->isDone = 1;
}
uint64_t uv_now(const Loop *loop) {
  model_looks_at(&loop->changed);
  return raceward_any_ulonglong();
}
uint64_t uv_hrtime(void) {
  return raceward_any_ulonglong();
}
const char *uv_strerror(int error) {
  return model_text();
}
const char *uv_err_name(int error) {
  return model_text();
}

// -- handles -----------------------------------------------------------------------------------

static int initialise(Loop *loop, Handle *handle) {
  model_changes(&loop->changed);
  handle->loop = loop;
  handle->isActive = 0;
  handle->isAsync = 0;
  handle->function = NULL;
  handle->close = NULL;
  handle->next = NULL;
  return 0;
}
static int start(Handle *handle, void (*function)(Handle *)) {
  Loop *loop = handle->loop;
  model_changes(&loop->changed);
  handle->function = function;
  if (!handle->isActive) {
    handle->isActive = 1;
    handle->next = loop->active;
    loop->active = handle;
  }
  return 0;
}
static int stop(Handle *handle) {
  model_changes(&handle->loop->changed);
  handle->function = NULL;
  return 0;
}

int uv_timer_init(Loop *loop, Handle *handle) {
  return initialise(loop, handle);
}
int uv_timer_start(Handle *handle, void (*function)(Handle *), uint64_t timeout, uint64_t repeat) {
  return start(handle, function);
}
int uv_timer_stop(Handle *handle) {
  return stop(handle);
}
int uv_async_init(Loop *loop, Handle *handle, void (*function)(Handle *)) {
  initialise(loop, handle);
  handle->isAsync = 1;
  __atomic_store_n(&handle->isSent, 0, __ATOMIC_RELAXED);
  return start(handle, function);
}
/// What the thread did before comes before the call of the function.
int uv_async_send(Handle *handle) {
  __atomic_store_n(&handle->isSent, 1, __ATOMIC_SEQ_CST);
  return model_number(-1, 0);
}
#define KIND(NAME)                                                                                 \
  int uv_##NAME##_init(Loop *loop, Handle *handle) {                                               \
    return initialise(loop, handle);                                                               \
  }                                                                                                \
  int uv_##NAME##_start(Handle *handle, void (*function)(Handle *)) {                              \
    return start(handle, function);                                                                \
  }                                                                                                \
  int uv_##NAME##_stop(Handle *handle) {                                                           \
    return stop(handle);                                                                           \
  }
KIND(idle)
KIND(prepare)
KIND(check)
int uv_is_active(const Handle *handle) {
  return handle->isActive;
}
void uv_close(Handle *handle, void (*function)(Handle *)) {
  stop(handle);
  handle->close = function;
  if (!handle->isActive)
    start(handle, NULL);
}

// -- work --------------------------------------------------------------------------------------

static void *works(void *given) {
  Work *request = given;
  MODEL_CALL(request->work, request);
  pthread_mutex_lock(&lock_of_work);
  request->isDone = 1;
  pthread_mutex_unlock(&lock_of_work);
  return NULL;
}
int uv_queue_work(Loop *loop, Work *request, void (*work)(Work *), void (*after)(Work *, int)) {
  model_changes(&loop->changed);
  request->loop = loop;
  request->work = work;
  request->after = after;
  request->isDone = 0;
  request->next = loop->queued;
  loop->queued = request;
  pthread_t thread;
  pthread_create(&thread, NULL, works, request);
  pthread_detach(thread);
  return 0;
}

/// Requests that are done call their second function, in any order.
static void ends(Loop *loop) {
  for (Work **place = &loop->queued; *place != NULL;) {
    Work *request = *place;
    pthread_mutex_lock(&lock_of_work);
    const int isDone = request->isDone;
    pthread_mutex_unlock(&lock_of_work);
    if (!isDone || raceward_any_bool()) {
      place = &request->next;
      continue;
    }
    *place = request->next;
    MODEL_CALL(request->after, request, 0);
  }
}

int uv_run(Loop *loop, int mode) {
  model_changes(&loop->changed);
  loop->isDone = 0;
  while (!loop->isDone && (loop->active != NULL || loop->queued != NULL) && raceward_any_bool()) {
    ends(loop);
    Handle *handle = loop->active;
    while (handle != NULL && handle->next != NULL && raceward_any_bool())
      handle = handle->next;
    if (handle == NULL)
      continue;
    if (handle->function != NULL) {
      if (handle->isAsync && !__atomic_exchange_n(&handle->isSent, 0, __ATOMIC_SEQ_CST))
        continue;
      MODEL_CALL(handle->function, handle);
    } else if (handle->close != NULL) {
      Handle **place = &loop->active;
      while (*place != handle)
        place = &(*place)->next;
      *place = handle->next;
      handle->isActive = 0;
      MODEL_CALL(handle->close, handle);
    }
    model_changes(&loop->changed);
  }
  return raceward_any_bool();
}
