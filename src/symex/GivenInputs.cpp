#include "raceward/symex/GivenInputs.h"

namespace raceward {

namespace {

std::string asC(const InputValue &input) {
  if (input.width > 64)
    return input.value.toString();
  const std::uint64_t bits = input.value.low64();
  if (input.width == 1)
    return std::to_string(bits);
  const std::size_t kind = input.what.rfind('_');
  const bool isUnsigned = kind != std::string::npos && kind + 1 < input.what.size() &&
                          (input.what[kind + 1] == 'u' || input.what[kind + 1] == 'U' ||
                           input.what.ends_with("size") || input.what.ends_with("size_t"));
  return isUnsigned ? std::to_string(bits) : std::to_string(signExtended(bits, input.width));
}

} // namespace

std::vector<GivenInput> givenInputs(std::span<const InputValue> inputs) {
  std::vector<GivenInput> given;
  for (const InputValue &input : inputs)
    given.push_back({input.what, input.at, input.width, asC(input), input.thread, 0});
  return given;
}

} // namespace raceward
