// VERDICT: race-free
//
// The twin of transfer_in_background.c: the program waits until the buffer is filled.
#include <aio.h>
#include <stddef.h>

static char buffer[8];

int main(void) {
  struct aiocb request = {.aio_buf = buffer, .aio_nbytes = sizeof buffer};
  if (aio_read(&request) != 0)
    return 1;
  const struct aiocb *const all[] = {&request};
  aio_suspend(all, 1, NULL);
  return aio_error(&request) == 0 ? buffer[0] : 1;
}
