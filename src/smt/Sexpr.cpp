#include "Sexpr.h"

#include "raceward/base/Check.h"

#include <cctype>
#include <charconv>

namespace raceward {

void SexprReader::finish(Sexpr expression) {
  if (open_.empty())
    complete_ = std::move(expression);
  else
    open_.back().items.push_back(std::move(expression));
}

SexprReader::State SexprReader::feed(std::string_view text, std::size_t &used) {
  const auto endAtom = [this] {
    inside_ = Inside::Nothing;
    finish({std::move(atom_), {}});
    atom_.clear();
  };
  for (const char c : text) {
    if (++length_ > kMaxLength)
      return State::Broken;
    if (inside_ == Inside::Atom) {
      if (std::isspace(static_cast<unsigned char>(c)) == 0 && c != '(' && c != ')' && c != ';') {
        atom_ += c;
        ++used;
        continue;
      }
      endAtom(); // the terminating character is read again
      if (complete_)
        return State::Complete;
    }
    ++used;
    switch (inside_) {
    case Inside::Bars:
    case Inside::String:
      atom_ += c;
      if (c == (inside_ == Inside::Bars ? '|' : '"')) {
        endAtom();
        if (complete_)
          return State::Complete;
      }
      continue;
    case Inside::Comment:
      if (c == '\n')
        inside_ = Inside::Nothing;
      continue;
    default:
      break;
    }
    if (std::isspace(static_cast<unsigned char>(c)) != 0)
      continue;
    if (c == ';') {
      inside_ = Inside::Comment;
    } else if (c == '(') {
      if (open_.size() >= kMaxDepth)
        return State::Broken;
      open_.emplace_back();
    } else if (c == ')') {
      if (open_.empty())
        return State::Broken;
      Sexpr list = std::move(open_.back());
      open_.pop_back();
      finish(std::move(list));
      if (complete_)
        return State::Complete;
    } else {
      atom_ += c;
      inside_ = c == '|' ? Inside::Bars : c == '"' ? Inside::String : Inside::Atom;
    }
  }
  return State::Incomplete;
}

Sexpr SexprReader::take() {
  RW_CHECK(complete_.has_value());
  Sexpr result = std::move(*complete_);
  complete_.reset();
  length_ = 0;
  return result;
}

std::optional<BitVector> readValue(const Sexpr &expression) {
  const std::string &atom = expression.atom;
  if (atom == "true" || atom == "false")
    return BitVector(1, atom == "true" ? 1 : 0);
  if (atom.size() > 2 && atom[0] == '#' && (atom[1] == 'x' || atom[1] == 'b'))
    return BitVector::parse(std::string_view(atom).substr(2), atom[1] == 'x' ? 16 : 2);
  // (_ bv5 8); solvers use the other forms beyond 64 bits.
  if (expression.items.size() != 3 || expression.items[0].atom != "_" ||
      !expression.items[1].atom.starts_with("bv"))
    return std::nullopt;
  const auto number = [](std::string_view digits) -> std::optional<std::uint64_t> {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size())
      return std::nullopt;
    return value;
  };
  const auto value = number(std::string_view(expression.items[1].atom).substr(2));
  const auto width = number(expression.items[2].atom);
  if (!value || !width || *width == 0 || *width > 1'000'000)
    return std::nullopt;
  return BitVector(static_cast<std::uint32_t>(*width), *value);
}

} // namespace raceward
