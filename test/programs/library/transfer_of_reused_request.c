// VERDICT: race
//
// The request belongs to the library until it is done.
#include <aio.h>

static char buffer[8];

int main(void) {
  struct aiocb request = {.aio_buf = buffer, .aio_nbytes = sizeof buffer};
  if (aio_write(&request) == 0)
    request.aio_nbytes = 4;
  return 0;
}
