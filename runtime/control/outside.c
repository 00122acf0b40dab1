#include "outside.h"

int rw_wait_for_outside(uint64_t threads, uint64_t until) {
  (void)threads, (void)until;
  return 0;
}
