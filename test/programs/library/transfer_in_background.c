// VERDICT: race
//
// aio_read() returns before the buffer is filled.
#include <aio.h>

static char buffer[8];

int main(void) {
  struct aiocb request = {.aio_buf = buffer, .aio_nbytes = sizeof buffer};
  if (aio_read(&request) != 0)
    return 1;
  return buffer[0];
}
