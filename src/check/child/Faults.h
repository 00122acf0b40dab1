// Faults on demand, for the tests of what a check does about them. Private to check.
//
// RACEWARD_TEST_CHILD makes the child of a check, right after it has loaded the program,
//   crash       die of SIGSEGV
//   check       fail an RW_CHECK
//   hang        wait for ever
//   eat-memory  take memory until somebody ends it
//   kill        end by SIGKILL, as from outside
//   crash-telling  die of SIGSEGV when a race was found, before it is told well
// Anything else, and no value, does nothing. Only tests set it.
#pragma once

namespace raceward {

void misbehaveIfAsked();
void misbehaveWhileTelling();

} // namespace raceward
