// What a program prints. Text is formatted only where somebody may look at it; values
// that depend on the input print as '?', and how many characters that were is an input.
#include "../LibraryModel.h"

#include "../World.h"

#include <bit>
#include <cstdio>
#include <cstring>
#include <string>

namespace raceward::models {

namespace {

/// Where the values of a format come from: the call itself, or a va_list.
class Arguments {
public:
  Arguments(LibraryCall &call, std::size_t next) : call_(call), next_(next) {}
  static Arguments fromList(LibraryCall &call, std::uint64_t list) {
    Arguments arguments(call, 0);
    arguments.list_ = list;
    return arguments;
  }

  bool next(unsigned width, Value &out) {
    if (list_ == 0) {
      if (next_ >= call_.count())
        return call_.machine.stopWithFault(FaultKind::Misuse,
                                           "a format asks for more arguments than there are");
      out = call_.argument(next_);
      if (out.isNumber())
        out.bits &= maskOf(width);
      ++next_;
      return true;
    }
    // As Interpreter::addVariadic laid them out. The list itself stays as it is: what it is
    // after the call is not defined, and a choice executes the call again.
    Interpreter &machine = call_.machine;
    const bool wide = machine.pointerBits() == 64;
    if (at_ == 0 && !wide)
      at_ = list_; // with 32 bits a va_list is the address of the arguments itself
    if (at_ == 0) {
      Value at;
      if (!machine.load({list_ + 8, {}}, 64, at) || !machine.numberOf(at, 64, "a va_list", at_))
        return false;
    }
    const std::uint64_t unit = wide ? 8 : 4;
    if (wide && width > 64)
      at_ = (at_ + 15) / 16 * 16;
    if (!machine.load({at_, {}}, width, out))
      return false;
    at_ += ((width + 7) / 8 + unit - 1) / unit * unit;
    return true;
  }

private:
  LibraryCall &call_;
  std::size_t next_;
  std::uint64_t list_ = 0;
  std::uint64_t at_ = 0; ///< of the next one in the list
};

struct Text {
  std::string bytes;
  bool exact = true; ///< nothing of it depends on the input
};

/// Up to the terminating zero, or `most` bytes.
bool readString(LibraryCall &call, std::uint64_t at, std::uint64_t most, Text &out) {
  for (std::uint64_t i = 0; i < most; ++i) {
    Value byte;
    if (!call.machine.load({at + i, {}}, 8, byte))
      return false;
    if (!byte.isNumber()) {
      out.bytes += '?';
      out.exact = false;
      // Where it ends depends on the input.
      return true;
    }
    if (byte.bits == 0)
      return true;
    out.bytes += static_cast<char>(byte.bits);
  }
  return true;
}

template <typename T> void append(std::string &out, const std::string &directive, T value) {
  char buffer[512];
  const int length = std::snprintf(buffer, sizeof buffer, directive.c_str(), value);
  if (length < 0)
    return;
  if (static_cast<std::size_t>(length) < sizeof buffer) {
    out.append(buffer, static_cast<std::size_t>(length));
    return;
  }
  std::string longer(static_cast<std::size_t>(length) + 1, '\0');
  std::snprintf(longer.data(), longer.size(), directive.c_str(), value);
  out.append(longer.data(), static_cast<std::size_t>(length));
}

long double asLongDouble(const TermArena &arena, const Value &value) {
  long double result = 0;
  const BitVector bits = value.isNumber() ? BitVector(80, value.bits) : arena.value(value.term);
  const std::uint64_t low = bits.low64();
  const std::uint64_t high = bits.width() > 64 ? bits.extract(bits.width() - 1, 64).low64() : 0;
  std::memcpy(&result, &low, 8);
  std::memcpy(reinterpret_cast<char *>(&result) + 8, &high, 2);
  return result;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

/// printf's text. The directives are handed to the host's printf one by one.
bool format(LibraryCall &call, std::uint64_t formatAt, Arguments arguments, Text &out) {
  Text pattern;
  if (!readString(call, formatAt, UINT32_MAX, pattern))
    return false;
  Interpreter &machine = call.machine;
  if (!pattern.exact)
    return machine.stopWithGap(GapKind::TooManyChoices, "a format that depends on the input");
  const std::string &text = pattern.bytes;
  const bool wide = machine.pointerBits() == 64;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.bytes += text[i];
      continue;
    }
    std::string directive = "%";
    std::size_t longs = 0;
    std::size_t shorts = 0;
    bool isLongDouble = false;
    bool isSize = false;
    int precision = -1;
    for (++i; i < text.size(); ++i) {
      const char c = text[i];
      if (std::strchr("-+ #0123456789.'", c) != nullptr) {
        directive += c;
        if (c == '.')
          precision = 0;
        else if (precision >= 0 && c >= '0' && c <= '9')
          precision = std::min(precision * 10 + (c - '0'), 1 << 20);
      } else if (c == '*') {
        Value star;
        if (!arguments.next(32, star))
          return false;
        std::uint64_t bits = 0;
        if (!machine.numberOf(star, 32, "the width of a conversion", bits))
          return false;
        const auto given = static_cast<int>(signExtended(bits, 32));
        if (precision < 0) {
          directive += std::to_string(given);
        } else if (given >= 0) {
          precision = given;
          directive += std::to_string(given);
        } else { // as if there were none
          precision = -1;
          directive.pop_back();
        }
      } else if (c == 'l') {
        ++longs;
      } else if (c == 'h') {
        ++shorts;
      } else if (c == 'L') {
        isLongDouble = true;
      } else if (c == 'z' || c == 't') {
        isSize = true;
      } else if (c == 'j') {
        longs = 2;
      } else {
        break;
      }
    }
    if (i >= text.size())
      break;
    const char conversion = text[i];
    const unsigned width = longs >= 2 ? 64 : longs == 1 || isSize ? (wide ? 64U : 32U) : 32U;
    Value value;
    const auto unknown = [&] {
      out.bytes += '?';
      out.exact = false;
    };
    switch (conversion) {
    case '%':
      out.bytes += '%';
      break;
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'c': {
      if (!arguments.next(width, value))
        return false;
      if (!value.isNumber()) {
        unknown();
        break;
      }
      const bool isSigned = conversion == 'd' || conversion == 'i';
      const unsigned kept = shorts == 1 ? 16 : shorts >= 2 ? 8 : width;
      const std::uint64_t bits = value.bits & maskOf(kept);
      if (conversion == 'c')
        append(out.bytes, directive + 'c', static_cast<int>(bits));
      else if (isSigned)
        append(out.bytes, directive + "ll" + conversion,
               static_cast<long long>(signExtended(bits, kept)));
      else
        append(out.bytes, directive + "ll" + conversion, static_cast<unsigned long long>(bits));
      break;
    }
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A': {
      if (!arguments.next(isLongDouble ? 80 : 64, value))
        return false;
      if (!value.isNumber() && !machine.arena().isConstant(value.term)) {
        unknown();
        break;
      }
      if (isLongDouble)
        append(out.bytes, directive + 'L' + conversion, asLongDouble(machine.arena(), value));
      else
        append(out.bytes, directive + conversion, std::bit_cast<double>(value.bits));
      break;
    }
    case 'p':
      if (!arguments.next(machine.pointerBits(), value))
        return false;
      // Addresses are the machine's own; a program that prints them is never the same twice.
      if (value.isNumber())
        append(out.bytes, directive + "p", reinterpret_cast<void *>(value.bits));
      else
        unknown();
      break;
    case 's': {
      if (!arguments.next(machine.pointerBits(), value))
        return false;
      std::uint64_t at = 0;
      if (!machine.numberOf(value, machine.pointerBits(), "the address of a string", at))
        return false;
      Text string;
      if (at == 0)
        string.bytes = "(null)";
      else if (!readString(call, at, precision >= 0 ? static_cast<unsigned>(precision) : UINT32_MAX,
                           string))
        return false;
      out.exact &= string.exact;
      append(out.bytes, directive + "s", string.bytes.c_str());
      break;
    }
    default:
      return machine.stopWithGap(GapKind::UnmodelledCall,
                                 std::string("the conversion %") + conversion +
                                     " of printf is not known to the machine");
    }
  }
  return true;
}

#pragma GCC diagnostic pop

void emit(LibraryCall &call, int stream, std::string_view text) {
  if (call.machine.world().write)
    call.machine.world().write(stream, text);
}

bool giveLength(LibraryCall &call, const Text &text) {
  if (text.exact)
    return call.give(text.bytes.size());
  return call.detail.widths.empty() || call.give(call.machine.fresh(call.resultWidth(), call.name));
}

/// Streams are told apart by what the library's variables point to; only stderr matters.
int streamOf(LibraryCall &call, std::size_t argument) {
  const Value &stream = call.argument(argument);
  return stream.isNumber() && stream.bits == call.machine.standardError() ? 2 : 1;
}

bool address(LibraryCall &call, std::size_t argument, std::uint64_t &out) {
  return call.number(argument, "the address of a string", out);
}

bool print(LibraryCall &call) {
  std::uint64_t at = 0;
  Text text;
  if (!address(call, 0, at) || !format(call, at, Arguments(call, 1), text))
    return false;
  emit(call, 1, text.bytes);
  return giveLength(call, text);
}

bool printTo(LibraryCall &call) {
  std::uint64_t at = 0;
  Text text;
  if (!address(call, 1, at) || !format(call, at, Arguments(call, 2), text))
    return false;
  emit(call, streamOf(call, 0), text.bytes);
  return giveLength(call, text);
}

bool printList(LibraryCall &call) {
  std::uint64_t at = 0;
  std::uint64_t list = 0;
  Text text;
  if (!address(call, 0, at) || !call.number(1, "a va_list", list) ||
      !format(call, at, Arguments::fromList(call, list), text))
    return false;
  emit(call, 1, text.bytes);
  return giveLength(call, text);
}

bool printListTo(LibraryCall &call) {
  std::uint64_t at = 0;
  std::uint64_t list = 0;
  Text text;
  if (!address(call, 1, at) || !call.number(2, "a va_list", list) ||
      !format(call, at, Arguments::fromList(call, list), text))
    return false;
  emit(call, streamOf(call, 0), text.bytes);
  return giveLength(call, text);
}

/// Into memory; text that depends on the input becomes bytes that do.
bool put(LibraryCall &call, std::uint64_t into, std::uint64_t most, const Text &text) {
  Interpreter &machine = call.machine;
  if (!text.exact)
    return machine.stopWithGap(GapKind::UnmodelledCall,
                               "text is formatted into memory from a value that depends on "
                               "the input");
  if (most == 0)
    return true;
  const std::uint64_t length = std::min<std::uint64_t>(text.bytes.size(), most - 1);
  for (std::uint64_t i = 0; i < length; ++i)
    if (!machine.store({into + i, {}}, 8, {static_cast<std::uint8_t>(text.bytes[i]), {}}))
      return false;
  return machine.store({into + length, {}}, 8, {0, {}});
}

bool printInto(LibraryCall &call) {
  std::uint64_t into = 0;
  std::uint64_t at = 0;
  Text text;
  return address(call, 0, into) && address(call, 1, at) &&
         format(call, at, Arguments(call, 2), text) && put(call, into, UINT64_MAX, text) &&
         giveLength(call, text);
}

bool printIntoSized(LibraryCall &call) {
  std::uint64_t into = 0;
  std::uint64_t size = 0;
  std::uint64_t at = 0;
  Text text;
  return address(call, 0, into) && call.number(1, "the size of a buffer", size) &&
         address(call, 2, at) && format(call, at, Arguments(call, 3), text) &&
         put(call, into, size, text) && giveLength(call, text);
}

/// vsprintf: no size.
bool printListIntoAny(LibraryCall &call) {
  std::uint64_t into = 0;
  std::uint64_t at = 0;
  std::uint64_t list = 0;
  Text text;
  return address(call, 0, into) && address(call, 1, at) && call.number(2, "a va_list", list) &&
         format(call, at, Arguments::fromList(call, list), text) &&
         put(call, into, UINT64_MAX, text) && giveLength(call, text);
}

/// asprintf: into memory of its own.
bool printIntoNew(LibraryCall &call) {
  Interpreter &machine = call.machine;
  std::uint64_t at = 0;
  Text text;
  if (!address(call, 1, at) || !format(call, at, Arguments(call, 2), text))
    return false;
  const std::optional<std::uint64_t> base =
      machine.allocate(ObjectKind::Heap, text.bytes.size() + 1, MemoryObject::Fill::Zero);
  if (!base)
    return machine.stopWithGap(GapKind::MemoryLimit, "no room for a text");
  return put(call, *base, UINT64_MAX, text) &&
         machine.store(call.argument(0), machine.pointerBits(), {*base, {}}) &&
         giveLength(call, text);
}

bool printListInto(LibraryCall &call) {
  std::uint64_t into = 0;
  std::uint64_t size = 0;
  std::uint64_t at = 0;
  std::uint64_t list = 0;
  Text text;
  return address(call, 0, into) && call.number(1, "the size of a buffer", size) &&
         address(call, 2, at) && call.number(3, "a va_list", list) &&
         format(call, at, Arguments::fromList(call, list), text) && put(call, into, size, text) &&
         giveLength(call, text);
}

bool putString(LibraryCall &call, std::size_t argument, int stream, std::string_view end) {
  std::uint64_t at = 0;
  Text text;
  if (!address(call, argument, at) || !readString(call, at, UINT32_MAX, text))
    return false;
  emit(call, stream, text.bytes + std::string(end));
  return call.give(1);
}

bool putLine(LibraryCall &call) {
  return putString(call, 0, 1, "\n");
}

bool putText(LibraryCall &call) {
  return putString(call, 0, streamOf(call, 1), "");
}

bool putCharacter(LibraryCall &call) {
  const Value &character = call.argument(0);
  const char text = character.isNumber() ? static_cast<char>(character.bits) : '?';
  emit(call, call.count() > 1 ? streamOf(call, 1) : 1, {&text, 1});
  TermArena &arena = call.machine.arena();
  if (character.isNumber())
    return call.give(character.bits & 0xFF);
  return call.give(
      call.machine.toValue(arena.zext(arena.extract(character.term, 7, 0), call.resultWidth())));
}

bool writeBlock(LibraryCall &call) {
  std::uint64_t at = 0;
  std::uint64_t size = 0;
  std::uint64_t count = 0;
  if (!address(call, 0, at) || !call.number(1, "the size of a block", size) ||
      !call.number(2, "the size of a block", count))
    return false;
  std::string text;
  for (std::uint64_t i = 0; i < size * count; ++i) {
    Value byte;
    if (!call.machine.load({at + i, {}}, 8, byte))
      return false;
    text += byte.isNumber() ? static_cast<char>(byte.bits) : '?';
  }
  emit(call, streamOf(call, 3), text);
  return call.give(size == 0 ? 0 : count);
}

/// By the number of a file. Only those are open that the program was started with.
bool knownNumber(LibraryCall &call, int &stream) {
  std::uint64_t number = 0;
  if (!call.number(0, "the number of a file", number))
    return false;
  if (number != 1 && number != 2)
    return call.machine.stopWithGap(GapKind::UnmodelledCall,
                                    std::string(call.name) + "() to a file that nobody opened");
  stream = static_cast<int>(number);
  return true;
}

bool writeNumbered(LibraryCall &call) {
  int stream = 0;
  std::uint64_t at = 0;
  std::uint64_t size = 0;
  if (!knownNumber(call, stream) || !address(call, 1, at) ||
      !call.number(2, "the size of a block", size))
    return false;
  std::string text;
  for (std::uint64_t i = 0; i < size; ++i) {
    Value byte;
    if (!call.machine.load({at + i, {}}, 8, byte))
      return false;
    text += byte.isNumber() ? static_cast<char>(byte.bits) : '?';
  }
  emit(call, stream, text);
  return call.give(size);
}

bool printNumbered(LibraryCall &call) {
  int stream = 0;
  std::uint64_t at = 0;
  Text text;
  if (!knownNumber(call, stream) || !address(call, 1, at) ||
      !format(call, at, Arguments(call, 2), text))
    return false;
  emit(call, stream, text.bytes);
  return giveLength(call, text);
}

bool errorText(LibraryCall &call) {
  std::uint64_t number = 0;
  if (!call.number(0, "an error number", number))
    return false;
  const std::string text = std::strerror(static_cast<int>(number));
  const std::optional<std::uint64_t> base =
      call.machine.allocate(ObjectKind::Library, text.size() + 1, MemoryObject::Fill::Zero);
  if (!base)
    return call.machine.stopWithGap(GapKind::MemoryLimit, "no room for a text");
  return put(call, *base, UINT64_MAX, {text, true}) && call.give(*base);
}

bool printError(LibraryCall &call) {
  std::uint64_t at = 0;
  std::uint64_t place = 0;
  Text text;
  Value number;
  if (!address(call, 0, at) || (at != 0 && !readString(call, at, UINT32_MAX, text)) ||
      !call.machine.errorNumber(place) || !call.machine.load({place, {}}, 32, number))
    return false;
  if (!text.bytes.empty())
    text.bytes += ": ";
  text.bytes += number.isNumber() ? std::strerror(static_cast<int>(number.bits)) : "?";
  emit(call, 2, text.bytes + "\n");
  return true;
}

bool nothing(LibraryCall &call) {
  return call.give(0);
}

constexpr LibraryModel kModels[] = {
    {"printf", 1, print},
    {"fprintf", 2, printTo},
    {"vprintf", 2, printList},
    {"vfprintf", 3, printListTo},
    {"sprintf", 2, printInto},
    {"snprintf", 3, printIntoSized},
    {"vsnprintf", 4, printListInto},
    {"vsprintf", 3, printListIntoAny},
    {"puts", 1, putLine},
    {"fputs", 2, putText},
    {"perror", 1, printError},
    {"strerror", 1, errorText},
    {"write", 3, writeNumbered},
    {"dprintf", 2, printNumbered},
    {"asprintf", 2, printIntoNew},
    {"putchar", 1, putCharacter},
    {"putchar_unlocked", 1, putCharacter},
    {"putc", 2, putCharacter},
    {"fputc", 2, putCharacter},
    {"_IO_putc", 2, putCharacter},
    {"fwrite", 4, writeBlock},
    {"fflush", 1, nothing},
    {"flockfile", 1, nothing},
    {"funlockfile", 1, nothing},
};

} // namespace

std::span<const LibraryModel> output() {
  return kModels;
}

} // namespace raceward::models
