// RW_CHECK: a condition that only a defect of Raceward can break.
//
// On in every build: a verifier that goes on after its own bug may give a wrong
// verdict. The engine runs in a child process, so an abort becomes `unknown` with
// the place of the failed check, never a lost answer.
#pragma once

namespace raceward {

[[noreturn]] void checkFailed(const char *condition, const char *file, int line);

} // namespace raceward

#define RW_CHECK(condition)                                                                        \
  (static_cast<bool>(condition) ? static_cast<void>(0)                                             \
                                : ::raceward::checkFailed(#condition, __FILE__, __LINE__))
