#include "StandardInput.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>
#include <string_view>

namespace raceward {

namespace {

constexpr std::string_view kEndAsked = " (end of input)";

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// scanf() and fscanf() read numbers as a whole; sscanf() reads memory.
bool readsNumbers(std::string_view source) {
  return source.ends_with("scanf") && !source.ends_with("sscanf");
}

bool isNumberText(std::string_view text) {
  if (text.starts_with('-'))
    text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

char byteOf(std::string_view text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return static_cast<char>(value);
}

class InputWriter {
public:
  explicit InputWriter(std::span<const GivenInput> inputs) : inputs_(inputs) {
    for (const GivenInput &input : inputs)
      if (input.source.ends_with(kEndAsked))
        readers_.insert(
            std::string_view(input.source).substr(0, input.source.size() - kEndAsked.size()));
  }

  std::string write() {
    for (std::size_t at = 0; at < inputs_.size(); ++at) {
      const GivenInput &input = inputs_[at];
      if (input.source.ends_with(kEndAsked))
        continue;
      if (isNumberAt(at))
        addNumber(input.value);
      else if (saysNumberAt(at) && !(at + 1 < inputs_.size() && isNumberAt(at + 1)))
        addNumber("0"); // read, and discarded
      else if (input.bits == 8 && readers_.contains(input.source))
        addByte(byteOf(input.value));
    }
    return std::move(text_);
  }

private:
  /// Whether there is a number is a separate input before it, of one bit. A byte comes after the
  /// question whether the input ends.
  [[nodiscard]] bool isNumberAt(std::size_t at) const {
    return at > 0 && saysNumberAt(at - 1) && inputs_[at - 1].source == inputs_[at].source &&
           inputs_[at].bits > 1 && isNumberText(inputs_[at].value);
  }
  [[nodiscard]] bool saysNumberAt(std::size_t at) const {
    return readsNumbers(inputs_[at].source) && inputs_[at].bits == 1 && inputs_[at].value != "0";
  }

  void addNumber(const std::string &number) {
    if (endsInNumber_)
      text_ += ' ';
    text_ += number;
    endsInNumber_ = true;
  }

  /// A digit after a number would become part of it: the two must have been separated by spaces
  /// that were skipped.
  void addByte(char byte) {
    if (endsInNumber_ && isDigit(byte))
      text_ += ' ';
    text_ += byte;
    endsInNumber_ = false;
  }

  std::span<const GivenInput> inputs_;
  std::set<std::string_view> readers_; ///< functions that read byte by byte
  std::string text_;
  bool endsInNumber_ = false;
};

} // namespace

std::string standardInputOf(std::span<const GivenInput> inputs) {
  return InputWriter(inputs).write();
}

} // namespace raceward
