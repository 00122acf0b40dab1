#include "raceward/cele/Ast.h"
#include "raceward/cele/Encoding.h"

#include <algorithm>
#include <array>
#include <utility>

namespace raceward::cele {

std::string_view toString(Operator op) {
  switch (op) {
  case Operator::Negate:
  case Operator::Subtract:
    return "-";
  case Operator::Not:
    return "!";
  case Operator::Add:
    return "+";
  case Operator::Multiply:
    return "*";
  case Operator::Divide:
    return "/";
  case Operator::Remainder:
    return "%";
  case Operator::Less:
    return "<";
  case Operator::LessEqual:
    return "<=";
  case Operator::Greater:
    return ">";
  case Operator::GreaterEqual:
    return ">=";
  case Operator::Equal:
    return "==";
  case Operator::NotEqual:
    return "!=";
  case Operator::And:
    return "&&";
  case Operator::Or:
    return "||";
  }
  return "";
}

std::string portWords(const Expression &input) {
  return "read(" + std::to_string(input.number) + ")";
}

namespace {

using NamedEncoding = std::pair<Encoding, std::string_view>;
constexpr std::array kEncodings{
    NamedEncoding{Encoding::Pi, "pi"}, NamedEncoding{Encoding::Edges, "edges"},
    NamedEncoding{Encoding::OneEdge, "one-edge"}, NamedEncoding{Encoding::Exact, "exact"}};

} // namespace

std::string_view toString(Encoding encoding) {
  return std::find_if(kEncodings.begin(), kEncodings.end(),
                      [&](const NamedEncoding &named) { return named.first == encoding; })
      ->second;
}

std::optional<Encoding> encodingFromString(std::string_view name) {
  for (const auto &[encoding, known] : kEncodings)
    if (known == name)
      return encoding;
  return std::nullopt;
}

} // namespace raceward::cele
