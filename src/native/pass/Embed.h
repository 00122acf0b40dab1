// The bitcode of the translation unit as the front end left it, in section .raceward.bc of the
// object, so that `raceward run` can load the whole program for the provers.
//
// Each piece is aligned to 8 bytes: the eight characters "RWBITCD1", the size of the bitcode and
// the number of its sites (64 bits each, native byte order), the bitcode. The pieces are in the
// order in which the units register their sites. A unit that was built with --raceward-no-embed has
// a piece without bitcode.
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>

namespace raceward {

std::string bitcodeOf(const llvm::Module &module);

void embedBitcode(llvm::Module &module, const std::string &bitcode, std::uint64_t sites);

} // namespace raceward
