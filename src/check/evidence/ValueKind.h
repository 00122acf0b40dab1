// How to interpret the bytes of an access as a number. Private to check.
#pragma once

#include <llvm/IR/Instruction.h>

#include <cstdint>
#include <string>

namespace raceward {

enum class ValueKind : std::uint8_t {
  Signed,   ///< also if the type is not known
  Unsigned, ///< such as unsigned char
  Float,    ///< float or double, by the number of bytes
  NotShown, ///< bytes that are not one number: parts of arrays and structs, bit-fields
};

/// The kind of the access of `bytes` bytes by `code`, which may be null.
ValueKind valueKindOf(const llvm::Instruction *code, std::uint32_t bytes);

/// `number` is the value of the bytes as a signed decimal number, or words. Empty if it should not
/// be shown.
std::string shownValue(const std::string &number, ValueKind kind, std::uint32_t bytes);

} // namespace raceward
