// VERDICT: race
//
// uv_queue_work() runs its first function in a thread of the library.
#include <stddef.h>

typedef struct {
  void *data;
  char rest[1024];
} uv_loop_t;
typedef struct uv_work_s {
  void *data;
  char rest[128];
} uv_work_t;
int uv_loop_init(uv_loop_t *loop);
int uv_queue_work(uv_loop_t *loop, uv_work_t *request, void (*work)(uv_work_t *),
                  void (*after)(uv_work_t *, int));
int uv_run(uv_loop_t *loop, int mode);

static int done;

static void work(uv_work_t *request) {
  *(int *)request->data = 1;
}

int main(void) {
  static uv_loop_t loop;
  static uv_work_t request;
  request.data = &done;
  uv_loop_init(&loop);
  uv_queue_work(&loop, &request, work, NULL);
  int seen = done;
  uv_run(&loop, 0);
  return seen;
}
