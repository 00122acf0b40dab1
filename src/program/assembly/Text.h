// The text of inline assembly as statements. Private to program.
//
// The text is untrusted: what is not understood is a problem with a sentence, never a guess. It is
// in the form that LLVM has: `$0` and `${0:w}` are operands, `$$` is a dollar sign, and `$(a$|b$)`
// is `a` for assemblers that read AT&T syntax and `b` for those that read Intel's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace raceward::assembly {

enum class Syntax : std::uint8_t { Att, Intel, Arm64 };

/// An operand of the asm statement: `$0`, `${0:w}`.
struct Reference {
  unsigned number = 0;
  char modifier = 0; ///< 0: none
};

/// A register by name, in lower case and without `%`.
struct RegisterName {
  std::string name;
};

/// An immediate number.
struct Number {
  std::int64_t value = 0;
};

/// A label, a condition, the name of a system register: what it is, the instruction knows.
struct Word {
  std::string text;
};

/// Nothing, a register or an operand: the parts of an address.
using AddressPart = std::variant<std::monostate, RegisterName, Reference>;

/// `segment:displacement(base,index,scale)`, `[base, #displacement]`.
struct MemoryText {
  std::string segment;
  std::int64_t displacement = 0;
  AddressPart base;
  AddressPart index;
  unsigned scale = 1;
  unsigned bits = 0; ///< as the text says (`dword ptr`); 0: it does not
};

using TextOperand = std::variant<Reference, RegisterName, Number, Word, MemoryText>;

/// One instruction, or one label.
struct Statement {
  std::string label; ///< set: the statement defines it, and has nothing else
  std::vector<std::string> prefixes;
  std::string mnemonic;
  /// `add${0:z}`: the operand whose size is the suffix of the mnemonic.
  std::optional<unsigned> suffixOf;
  /// As AT&T syntax and ARM order them; those of Intel syntax are reversed.
  std::vector<TextOperand> operands;
};

struct ParsedText {
  std::vector<Statement> statements;
  std::string problem; ///< empty: the text was understood
};

[[nodiscard]] ParsedText parseText(std::string_view text, Syntax syntax);

/// The text on one line and shortened, for messages.
[[nodiscard]] std::string shortText(std::string_view text);

} // namespace raceward::assembly
