// The operators, on 128-bit numbers; a Boolean is 0 or 1.
#pragma once

#include "Interpreter.h"

namespace raceward::cele {

struct Applied {
  enum class Kind : std::uint8_t { Value, DivisionByZero, Overflow };
  Kind kind = Kind::Value;
  Number value = 0;
};

Applied apply(Operator op, Number operand);
Applied apply(Operator op, Number left, Number right);

} // namespace raceward::cele
