/* Waiting for the world outside of the process. */
#ifndef RACEWARD_CONTROL_OUTSIDE_H
#define RACEWARD_CONTROL_OUTSIDE_H

#include <stdint.h>

/* Really waits until one of these threads may go, or until that moment of the virtual clock, taken
 * as if it ran like the real one; not for long if somebody else could go on. 1: one may go. */
int rw_wait_for_outside(uint64_t threads, uint64_t until, int others_could);

#endif
