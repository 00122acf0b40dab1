#include "outside.h"

int rw_wait_for_outside(uint64_t threads, uint64_t until, int others_could) {
  (void)threads, (void)until, (void)others_could;
  return 0;
}
