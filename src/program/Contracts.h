// Functions by contract: what a function does that has neither body nor model nor row, if the user
// says that it keeps to what it is given (--unknown-calls=arguments). Private to program.
//
// docs/use/assumptions.md has the contract in full. In short: it touches what its arguments reach
// and nothing else, keeps what it is given, gives back what any such function was given or memory
// of its own, and calls the functions that it is given, at any time and from any thread.
//
// A call is replaced by calls of primitives (src/program/effects/Contracts.cpp), each of which says
// one part of that. Provers read their rows; the machine stops at the first one, with the gap that
// the call itself is. A function whose address is used gets a body that says the same about its
// parameters, so that calls through pointers need no treatment of their own.
//
// Pointers to constants, to numbers and to anything else are told apart by the debug type of the
// parameter. Where it is not known, a pointer is one to anything else.
//
// Functions that cannot be taken so stay as they are, and are gaps: those that a library of ours
// knows with another type, those that return twice, and those that code before main chooses.
#pragma once

#include <llvm/IR/Module.h>

namespace raceward {

/// The program is to be taken so: marks its declarations, which bitcode keeps.
void takeByContract(llvm::Module &program);
/// Makes sure that no declaration is marked.
void dropContractMarks(llvm::Module &program);

/// Replaces calls of the marked functions that nothing else describes.
void applyContracts(llvm::Module &module);

} // namespace raceward
