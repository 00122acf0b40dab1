// How the bytes of an access are to be read as a number. Private to check.
#pragma once

#include <llvm/IR/Instruction.h>

#include <cstdint>
#include <string>

namespace raceward {

enum class ValueKind : std::uint8_t {
  Signed,   ///< also where nothing is known of the type
  Unsigned, ///< such as unsigned char
  Float,    ///< float or double, by the number of bytes
  NotShown, ///< bytes that are not one number: parts of arrays and structs, bit-fields
};

/// Of the access of `bytes` bytes that `code` makes; `code` may be null.
ValueKind valueKindOf(const llvm::Instruction *code, std::uint32_t bytes);

/// `number` is the value of the bytes as a signed number in decimal, or words. Empty if it is not
/// to be shown.
std::string shownValue(const std::string &number, ValueKind kind, std::uint32_t bytes);

} // namespace raceward
