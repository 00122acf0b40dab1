// BitFieldTypes: whether a program can have bit-fields. Private to prove.
#pragma once

#include "raceward/program/DebugInfo.h"
#include "raceward/program/Program.h"

namespace raceward {

/// Neighbouring bit-fields are one memory location, however the compiler cuts them into
/// bytes. Without debug information nobody knows whether there are any.
inline bool mayHaveBitFields(const Program &program) {
  const std::vector<const llvm::DIType *> types = debugTypesOf(program.module());
  if (types.empty())
    return true;
  for (const llvm::DIType *type : types)
    if (const auto *member = llvm::dyn_cast<llvm::DIDerivedType>(type);
        member && member->isBitField())
      return true;
  return false;
}

} // namespace raceward
