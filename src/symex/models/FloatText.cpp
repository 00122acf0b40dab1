// Floating-point numbers from text, by the host's library.
#include "../LibraryModel.h"

#include "FloatValues.h"

#include <cerrno>
#include <cstdlib>

namespace raceward::models {

namespace {

template <typename T> T parse(const char *text, char **end) {
  if constexpr (std::is_same_v<T, float>)
    return std::strtof(text, end);
  else if constexpr (std::is_same_v<T, double>)
    return std::strtod(text, end);
  else
    return std::strtold(text, end);
}

/// Characters that no number contains; the text after it is not read, and may depend on the input.
bool endsNumber(char c) {
  const bool isWord = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  const bool isSpace = c == ' ' || (c >= '\t' && c <= '\r');
  return !isWord && !isSpace && c != '.' && c != '+' && c != '-' && c != '_' && c != '(' &&
         c != ')';
}

template <typename T> bool convert(LibraryCall &call) {
  Interpreter &machine = call.machine;
  std::uint64_t at = 0;
  if (!call.number(0, "the address of a string", at))
    return false;
  std::string text;
  for (std::uint64_t i = 0;; ++i) {
    Value byte;
    if (!machine.load({at + i, {}}, 8, byte))
      return false;
    if (!byte.isNumber())
      return machine.stopWithGap(GapKind::SymbolicFloat,
                                 "a floating-point number is read from text that depends on the "
                                 "input");
    const char c = static_cast<char>(byte.bits);
    if (endsNumber(c))
      break;
    text += c;
  }
  char *end = nullptr;
  errno = 0;
  const T result = parse<T>(text.c_str(), &end);
  const int error = errno;
  if (call.count() > 1) {
    std::uint64_t into = 0;
    if (!call.number(1, "the address of a pointer", into))
      return false;
    const std::uint64_t stop = at + static_cast<std::uint64_t>(end - text.c_str());
    if (into != 0 && !machine.store({into, {}}, machine.pointerBits(), {stop, {}}))
      return false;
  }
  if (error != 0) {
    std::uint64_t place = 0;
    if (!machine.errorNumber(place) ||
        !machine.store({place, {}}, 32, {static_cast<std::uint64_t>(error), {}}))
      return false;
  }
  if (!call.detail.widths.empty() && call.resultWidth() != kFloatBits<T>)
    return machine.stopWithGap(GapKind::UnresolvedCall,
                               std::string(call.name) + " is declared with another type");
  return call.give(ofFloat(machine.arena(), result));
}

constexpr LibraryModel kFloatTextModels[] = {
    {"strtod", 2, convert<double>},
    {"strtof", 2, convert<float>},
    {"strtold", 2, convert<long double>},
    {"atof", 1, convert<double>},
};

} // namespace

std::span<const LibraryModel> floatText() {
  return kFloatTextModels;
}

} // namespace raceward::models
