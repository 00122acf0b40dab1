// C11 7.21.6.1 and 7.21.6.2, and the numbered arguments (%1$s) of POSIX.
#include "FormatString.h"

namespace raceward {

namespace {

constexpr llvm::StringRef kDigits = "0123456789";
constexpr llvm::StringRef kLengths = "hljztqL";

llvm::StringRef dropAny(llvm::StringRef text, llvm::StringRef characters) {
  return text.drop_while([&](char c) { return characters.contains(c); });
}

/// Advances behind the next '%'; false if there is none.
bool toConversion(llvm::StringRef &rest) {
  const std::size_t at = rest.find('%');
  if (at == llvm::StringRef::npos)
    return false;
  rest = rest.drop_front(at + 1);
  return true;
}

/// "12$": the argument that a conversion uses.
std::optional<std::size_t> takeNumber(llvm::StringRef &rest) {
  const llvm::StringRef after = dropAny(rest, kDigits);
  std::size_t number = 0;
  if (!after.starts_with("$") || rest.drop_back(after.size()).getAsInteger(10, number))
    return std::nullopt;
  rest = after.drop_front();
  return number;
}

/// "hh", "ll": removed from the beginning.
llvm::StringRef takeLength(llvm::StringRef &rest) {
  const llvm::StringRef after = dropAny(rest, kLengths);
  const llvm::StringRef length = rest.drop_back(after.size());
  rest = after;
  return length;
}

/// The size of the number that a conversion of scanf, or %n, writes; empty for texts.
std::optional<std::uint64_t> bytesOfNumber(char conversion, llvm::StringRef length,
                                           const FormatSizes &sizes) {
  const bool isWide = length == "ll" || length == "L" || length == "q" || length == "j";
  if (llvm::StringRef("diouxXn").contains(conversion)) {
    if (length.empty())
      return 4;
    if (length == "hh")
      return 1;
    if (length == "h")
      return 2;
    if (length == "l" || length == "z" || length == "t")
      return sizes.ofLong;
    return isWide ? std::optional<std::uint64_t>(8) : std::nullopt;
  }
  if (llvm::StringRef("eEfFgGaA").contains(conversion)) {
    if (length.empty())
      return 4;
    if (length == "l")
      return 8;
    return length == "L" || length == "ll" || length == "q" ? std::optional(sizes.ofLongDouble)
                                                            : std::nullopt;
  }
  return conversion == 'p' && length.empty() ? std::optional(sizes.ofPointer) : std::nullopt;
}

/// The use of each argument, in whatever order a format refers to them.
class ArgumentUses {
public:
  void add(std::optional<std::size_t> number, FormatUse use,
           std::optional<std::uint64_t> bytes = std::nullopt) {
    constexpr std::size_t most = 4096; // POSIX promises 9
    isNumbered_ = isNumbered_ || number.has_value();
    isInOrder_ = isInOrder_ || !number;
    if (number && (*number == 0 || *number > most)) {
      isSound_ = false;
      return;
    }
    const std::size_t index = number ? *number - 1 : uses_.size();
    if (index >= uses_.size())
      uses_.resize(index + 1);
    if (use == FormatUse::Value)
      return;
    FormatArgument &known = uses_[index];
    isSound_ = isSound_ && (known.use == FormatUse::Value || known.use == use);
    const bool isSecond = known.use != FormatUse::Value;
    known.use = use;
    known.bytes = isSecond && known.bytes != bytes ? std::nullopt : bytes;
  }
  /// A format has numbered arguments everywhere or nowhere.
  [[nodiscard]] std::optional<std::vector<FormatArgument>> result() const {
    if (!isSound_ || (isNumbered_ && isInOrder_))
      return std::nullopt;
    return uses_;
  }

private:
  std::vector<FormatArgument> uses_;
  bool isNumbered_ = false;
  bool isInOrder_ = false;
  bool isSound_ = true;
};

} // namespace

std::optional<std::vector<FormatArgument>> usesOfPrintf(llvm::StringRef format,
                                                        const FormatSizes &sizes) {
  ArgumentUses uses;
  const auto number = [&] { // a width or precision, possibly an argument
    if (format.consume_front("*"))
      uses.add(takeNumber(format), FormatUse::Value);
    else
      format = dropAny(format, kDigits);
  };
  while (toConversion(format)) {
    const std::optional<std::size_t> which = takeNumber(format);
    format = dropAny(format, "-+ #0'I");
    number();
    if (format.consume_front("."))
      number();
    const llvm::StringRef length = takeLength(format);
    if (format.empty())
      return std::nullopt;
    const char conversion = format.front();
    format = format.drop_front();
    if (conversion == '%' || conversion == 'm')
      continue;
    if (conversion == 's' || conversion == 'S')
      uses.add(which, FormatUse::Reads);
    else if (conversion == 'n')
      uses.add(which, FormatUse::Writes, bytesOfNumber('n', length, sizes));
    else if (llvm::StringRef("diouxXeEfFgGaAcCp").contains(conversion))
      uses.add(which, FormatUse::Value);
    else
      return std::nullopt;
  }
  return uses.result();
}

std::optional<std::vector<FormatArgument>> usesOfScanf(llvm::StringRef format,
                                                       const FormatSizes &sizes) {
  ArgumentUses uses;
  while (toConversion(format)) {
    const std::optional<std::size_t> which = takeNumber(format);
    const bool isSkipped = format.consume_front("*");
    format = dropAny(format, kDigits);
    const bool isAllocated = format.ltrim("'").starts_with("m"); // a text
    format = dropAny(format, "m'");
    const llvm::StringRef length = takeLength(format);
    if (format.empty())
      return std::nullopt;
    const char conversion = format.front();
    format = format.drop_front();
    if (conversion == '%')
      continue;
    if (conversion == '[') { // a leading ']' belongs to the set
      format.consume_front("^");
      const std::size_t end = format.find(']', 1);
      if (end == llvm::StringRef::npos)
        return std::nullopt;
      format = format.drop_front(end + 1);
    } else if (!llvm::StringRef("diouxXeEfFgGaAcCsSpn").contains(conversion)) {
      return std::nullopt;
    }
    if (!isSkipped)
      uses.add(which, FormatUse::Writes,
               isAllocated ? std::nullopt : bytesOfNumber(conversion, length, sizes));
  }
  return uses.result();
}

} // namespace raceward
