// VERDICT: race-free
// ANSWER: unknown
//
// libuv: what a thread did before uv_async_send() comes before the call of the function.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

typedef struct {
  void *data;
  void *room[32];
} uv_loop_t;
typedef struct uv_async_s {
  void *data;
  uv_loop_t *loop;
  void *room[14];
} uv_async_t;
uv_loop_t *uv_default_loop(void);
int uv_async_init(uv_loop_t *loop, uv_async_t *handle, void (*function)(uv_async_t *));
int uv_async_send(uv_async_t *handle);
int uv_run(uv_loop_t *loop, int mode);

static uv_async_t wake;
static int result;

static void woken(uv_async_t *handle) {
  ++result;
  _exit(0);
}

static void *worker(void *unused) {
  result = 1;
  uv_async_send(&wake);
  return unused;
}

int main(void) {
  pthread_t t;
  uv_async_init(uv_default_loop(), &wake, woken);
  pthread_create(&t, NULL, worker, NULL);
  uv_run(uv_default_loop(), 0);
  pthread_join(t, NULL);
  return 0;
}
