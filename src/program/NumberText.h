// Numbers of any width, in words. Private to program.
#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/SmallString.h>

#include <string>

namespace raceward {

/// In decimal; wider numbers than C has only by their width, as their digits may take
/// minutes to find.
inline std::string numberText(const llvm::APInt &number) {
  if (number.getBitWidth() > 128)
    return "<" + std::to_string(number.getBitWidth()) + "-bit number>";
  llvm::SmallString<48> digits;
  number.toStringSigned(digits);
  return digits.str().str();
}

} // namespace raceward
