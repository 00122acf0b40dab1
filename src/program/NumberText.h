// Numbers of any width, as text. Private to program.
#pragma once

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/SmallString.h>

#include <string>

namespace raceward {

/// Decimal text; numbers wider than C's are shown by their width only, as their digits may take
/// minutes to compute.
inline std::string numberText(const llvm::APInt &number) {
  if (number.getBitWidth() > 128)
    return "<" + std::to_string(number.getBitWidth()) + "-bit number>";
  llvm::SmallString<48> digits;
  number.toStringSigned(digits);
  return digits.str().str();
}

} // namespace raceward
