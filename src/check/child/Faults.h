// Fault injection for tests of the error handling. Private to check.
//
// RACEWARD_TEST_CHILD makes the child of a check, right after it has loaded the program,
//   crash       die of SIGSEGV
//   check       fail an RW_CHECK
//   hang        wait for ever
//   eat-memory  allocate memory until it is killed
//   kill        end by SIGKILL, as from outside
//   crash-telling  die of SIGSEGV when a race was found, before the full report of it
//   blind       drop the races that it finds: they are undecided then
// Other values, and no value, do nothing. Only tests set it.
#pragma once

namespace raceward {

void misbehaveIfAsked();
void misbehaveWhileTelling();

} // namespace raceward
