/* Waiting for the world outside of the process. */
#ifndef RACEWARD_CONTROL_OUTSIDE_H
#define RACEWARD_CONTROL_OUTSIDE_H

#include <stdint.h>

/* Really waits until one of these threads may go, or for as long as it is sensible to hold up
 * whoever wakes at `until` on the virtual clock. 1: one has come. */
int rw_wait_for_outside(uint64_t threads, uint64_t until);

#endif
