// QuietEnd: whether a program that gets an error only reports it, and ends. Private to symex.
//
// Followed is the one way that the thread takes then. Until it looks at the result, it does what it
// does without the error, as long as nothing depends on the result. After that, whatever it does
// must concern no other thread: variables whose address nobody else has, errno, and messages that
// consist of numbers and constants.
#pragma once

#include <llvm/IR/Instruction.h>

namespace raceward {

/// For a call that gives 0, or an error.
[[nodiscard]] bool endsQuietly(const llvm::Instruction &failing);

} // namespace raceward
