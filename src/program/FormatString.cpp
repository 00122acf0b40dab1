// C11 7.21.6.1 and 7.21.6.2. Numbered arguments (%1$s) are POSIX's and not understood.
#include "FormatString.h"

namespace raceward {

namespace {

constexpr llvm::StringRef kDigits = "0123456789";
constexpr llvm::StringRef kLengths = "hljztqL";

llvm::StringRef dropAny(llvm::StringRef text, llvm::StringRef characters) {
  return text.drop_while([&](char c) { return characters.contains(c); });
}

/// Behind the next '%', or nothing if there is none.
bool toConversion(llvm::StringRef &rest) {
  const std::size_t at = rest.find('%');
  if (at == llvm::StringRef::npos)
    return false;
  rest = rest.drop_front(at + 1);
  return true;
}

} // namespace

std::optional<std::vector<FormatUse>> usesOfPrintf(llvm::StringRef format) {
  std::vector<FormatUse> uses;
  const auto number = [&] { // a width or precision, which may be an argument
    if (format.consume_front("*"))
      uses.push_back(FormatUse::Value);
    else
      format = dropAny(format, kDigits);
  };
  while (toConversion(format)) {
    format = dropAny(format, "-+ #0'");
    number();
    if (format.consume_front("."))
      number();
    format = dropAny(format, kLengths);
    if (format.empty())
      return std::nullopt;
    const char conversion = format.front();
    format = format.drop_front();
    if (conversion == '%' || conversion == 'm')
      continue;
    if (conversion == 's' || conversion == 'S')
      uses.push_back(FormatUse::Reads);
    else if (conversion == 'n')
      uses.push_back(FormatUse::Writes);
    else if (llvm::StringRef("diouxXeEfFgGaAcCp").contains(conversion))
      uses.push_back(FormatUse::Value);
    else
      return std::nullopt;
  }
  return uses;
}

std::optional<std::vector<FormatUse>> usesOfScanf(llvm::StringRef format) {
  std::vector<FormatUse> uses;
  while (toConversion(format)) {
    const bool isSkipped = format.consume_front("*");
    format = dropAny(format, kDigits);
    format = dropAny(format, "m'");
    format = dropAny(format, kLengths);
    if (format.empty())
      return std::nullopt;
    const char conversion = format.front();
    format = format.drop_front();
    if (conversion == '%')
      continue;
    if (conversion == '[') { // a ']' that comes first belongs to the set
      format.consume_front("^");
      const std::size_t end = format.find(']', 1);
      if (end == llvm::StringRef::npos)
        return std::nullopt;
      format = format.drop_front(end + 1);
    } else if (!llvm::StringRef("diouxXeEfFgGaAcCsSpn").contains(conversion)) {
      return std::nullopt;
    }
    if (!isSkipped)
      uses.push_back(FormatUse::Writes);
  }
  return uses;
}

} // namespace raceward
