#include "Format.h"

#include "../AddressChecks.h"
#include "FloatValues.h"

#include <llvm/IR/Instruction.h>

#include <bit>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace raceward::models {

bool Arguments::at(std::size_t index, unsigned width, Value &out) {
  if (index >= call_.count())
    return call_.machine.stopWithFault(FaultKind::Misuse,
                                       "a format asks for more arguments than there are");
  out = call_.argument(index);
  if (out.isNumber())
    out.bits &= maskOf(width);
  return true;
}

bool Arguments::numbered(std::size_t number, unsigned width, Value &out) {
  if (list_ == 0 && number > 0)
    return at(first_ + number - 1, width, out);
  if (number == 0 || number > taken_.size())
    return call_.machine.stopWithGap(GapKind::UnmodelledCall,
                                     "arguments of printf with and without numbers are not known "
                                     "to the machine");
  out = taken_[number - 1];
  return true;
}

bool Arguments::takeAll(const std::vector<unsigned> &widths) {
  for (const unsigned width : widths)
    if (!next(width, taken_.emplace_back()))
      return false;
  return true;
}

bool Arguments::next(unsigned width, Value &out) {
  if (list_ == 0)
    return at(next_++, width, out);
  // In the layout of CallStack::addVariadic.
  Interpreter &machine = call_.machine;
  const bool wide = machine.pointerBits() == 64;
  if (at_ == 0 && wide) {
    Value first;
    if (!machine.load({list_ + 8, {}}, 64, first) || !machine.numberOf(first, 64, "a va_list", at_))
      return false;
  } else if (at_ == 0) {
    at_ = list_;
  }
  const std::uint64_t unit = wide ? 8 : 4;
  if (wide && width > 64)
    at_ = (at_ + 15) / 16 * 16;
  const std::uint64_t at = at_;
  at_ += ((width + 7) / 8 + unit - 1) / unit * unit;
  return machine.load({at, {}}, width, out);
}

bool Arguments::end() {
  if (at_ == 0 || call_.machine.pointerBits() == 32)
    return true;
  return call_.machine.store({list_ + 8, {}}, 64, {at_, {}});
}

bool isResultUsed(const LibraryCall &call) {
  const Instruction *source = call.step.source;
  return !call.detail.widths.empty() && (source == nullptr || !source->origin->use_empty());
}

namespace {

/// What the C locale has no bytes for makes printf fail, and another locale does not.
bool dependsOnLocale(Interpreter &machine) {
  return machine.stopWithGap(GapKind::UnmodelledCall,
                             "how a wide character beyond ASCII is printed depends on the locale");
}

} // namespace

bool readString(LibraryCall &call, std::uint64_t at, std::uint64_t most, Text &out,
                unsigned character) {
  const std::uint64_t bytes = character / 8;
  Interpreter &machine = call.machine;
  TermArena &arena = machine.arena();
  const MemoryObject *object = machine.state().memory.objectAt(at);
  const std::uint64_t end = object == nullptr ? at : object->base() + object->size();
  Term hasEnded = arena.boolean(false);
  bool isKnown = true; // everything read so far
  for (std::uint64_t i = 0; i < most; ++i) {
    // At the end of the object it matters whether the string has ended before.
    if (!isKnown && at + i * bytes >= end) {
      bool ended = false;
      if (!machine.decide(hasEnded, ended))
        return false;
      if (ended)
        return true;
    }
    Value byte;
    if (!machine.load({at + i * bytes, {}}, character, byte))
      return false;
    if (byte.isNumber() && byte.bits == 0)
      return true;
    if (!byte.isNumber()) {
      hasEnded = arena.lor(hasEnded, arena.equal(byte.term, arena.constant(character, 0)));
      if (isKnown)
        out.bytes += '?'; // and the rest is unknown
      isKnown = false;
      out.exact = false;
      out.lengthIsKnown = false;
    } else if (isKnown && character != kNarrow && byte.bits >= 128) {
      return dependsOnLocale(machine);
    } else if (isKnown) {
      out.bytes += static_cast<char>(byte.bits);
    }
  }
  return true;
}

void noteShownAddress(LibraryCall &call, const Text &text) {
  if (text.showsAddress)
    AddressChecks(call.machine).noteHandle("a text shows the number behind an address or a handle");
}

bool giveLength(LibraryCall &call, const Text &text) {
  if (isResultUsed(call))
    noteShownAddress(call, text);
  if (text.exact || !isResultUsed(call))
    return call.give(text.bytes.size());
  if (!text.lengthIsKnown || call.resultWidth() != 32)
    return call.machine.stopWithGap(GapKind::UnmodelledCall,
                                    "how many characters are printed depends on the input");
  TermArena &arena = call.machine.arena();
  Term length = arena.constant(32, text.bytes.size());
  if (text.moreLength.valid())
    length = arena.add(length, text.moreLength);
  return call.give(call.machine.toValue(length));
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

namespace {

constexpr std::size_t kLongestText = 1U << 24; ///< of one conversion

/// False if the conversion fails (its width has more than 31 bits), or is too long to be followed.
template <typename T>
[[nodiscard]] bool append(std::string &out, const std::string &directive, T value) {
  char buffer[512];
  const int length = std::snprintf(buffer, sizeof buffer, directive.c_str(), value);
  if (length < 0 || static_cast<std::size_t>(length) > kLongestText)
    return false;
  if (static_cast<std::size_t>(length) < sizeof buffer) {
    out.append(buffer, static_cast<std::size_t>(length));
    return true;
  }
  std::string longer(static_cast<std::size_t>(length) + 1, '\0');
  std::snprintf(longer.data(), longer.size(), directive.c_str(), value);
  out.append(longer.data(), static_cast<std::size_t>(length));
  return true;
}

/// Number of characters of a printed integer, without flags.
Term lengthOf(TermArena &arena, Term value, bool isSigned, unsigned base) {
  constexpr unsigned width = 32; // of the length
  const unsigned bits = arena.width(value);
  const auto one = [&](Term condition) {
    return arena.ite(condition, arena.constant(width, 1), arena.constant(width, 0));
  };
  const Term zero = arena.constant(BitVector(bits, 0));
  Term length = arena.constant(width, 1);
  if (isSigned) {
    const Term isNegative = arena.slt(value, zero);
    length = arena.add(length, one(isNegative));
    value = arena.ite(isNegative, arena.neg(value), value);
  }
  for (std::uint64_t least = base; least <= maskOf(bits); least *= base) {
    length = arena.add(length, one(arena.lnot(arena.ult(value, arena.constant(bits, least)))));
    if (least > maskOf(bits) / base)
      break;
  }
  return length;
}

/// One directive of a format, without its length modifiers: the host gets the widest type.
struct Directive {
  std::string text = "%";
  std::size_t longs = 0;
  std::size_t shorts = 0;
  bool isLongDouble = false;
  bool isSize = false;
  int precision = -1;
  std::size_t which = 0; ///< number of the argument, if given
  char conversion = 0;   ///< zero: the format ends before it

  /// Of the argument.
  [[nodiscard]] unsigned width(unsigned pointerBits) const {
    return longs >= 2 ? 64 : longs == 1 || isSize ? pointerBits : 32U;
  }
  /// The bits of the argument that count.
  [[nodiscard]] unsigned kept(unsigned pointerBits) const {
    return shorts == 1 ? 16 : shorts >= 2 ? 8 : width(pointerBits);
  }
};

/// Performs one call of the family of printf: the directives are passed to the host's printf one by
/// one. False means that the machine has to stop.
class Formatter {
public:
  Formatter(LibraryCall &call, const std::string &format, Arguments arguments, Text &out)
      : call_(call), machine_(call.machine), arena_(call.machine.arena()), format_(format),
        arguments_(arguments), out_(out),
        wantsLength_(isResultUsed(call) || format.find('n') != std::string::npos) {}

  bool run() {
    if (arguments_.isList() && format_.find('$') != std::string::npos && !takeNumbered())
      return false;
    for (at_ = 0; at_ < format_.size(); ++at_) {
      if (format_[at_] != '%') {
        out_.bytes += format_[at_];
        continue;
      }
      Directive directive;
      if (!read(directive))
        return false;
      if (directive.conversion == 0)
        break;
      if (!convert(directive))
        return false;
    }
    for (const Count &count : counts_)
      if (!machine_.store(count.into, count.width, count.length))
        return false;
    return arguments_.end();
  }

private:
  /// The target of a %n.
  struct Count {
    Value into;
    unsigned width = 0;
    Value length;
  };

  /// Where the conversions of a list have numbers, the width of each argument has to be known
  /// before one is taken.
  bool takeNumbered() {
    std::vector<unsigned> widths;
    const auto note = [&](std::size_t number, unsigned width) {
      if (number > 0 && number <= 64 && number > widths.size())
        widths.resize(number, 32);
      if (number > 0 && number <= widths.size())
        widths[number - 1] = width;
    };
    const auto number = [&](std::size_t at) { // "12$"
      std::size_t value = 0;
      for (; at < format_.size() && format_[at] >= '0' && format_[at] <= '9'; ++at)
        value = std::min<std::size_t>(value * 10 + static_cast<std::size_t>(format_[at] - '0'), 99);
      return at < format_.size() && format_[at] == '$' ? value : 0;
    };
    for (std::size_t at = 0; at < format_.size(); ++at) {
      if (format_[at] != '%')
        continue;
      Directive directive;
      const std::size_t which = number(++at);
      for (; at < format_.size(); ++at) {
        const char c = format_[at];
        if (c == '*')
          note(number(at + 1), 32);
        else if (std::strchr("-+ #0123456789.'$", c) == nullptr && !readLength(c, directive))
          break;
      }
      const char conversion = at < format_.size() ? format_[at] : '%';
      note(which, conversion == 'c'                            ? 32U
                  : std::strchr("spnS", conversion) != nullptr ? machine_.pointerBits()
                  : std::strchr("eEfFgGaA", conversion) != nullptr
                      ? (directive.isLongDouble ? 80U : 64U)
                      : directive.width(machine_.pointerBits()));
    }
    return arguments_.takeAll(widths);
  }

  /// From the character after the '%' to the conversion.
  bool read(Directive &directive) {
    for (++at_; at_ < format_.size(); ++at_) {
      const char c = format_[at_];
      if (std::strchr("-+ #0123456789.'", c) != nullptr) {
        directive.text += c;
        if (c == '.')
          directive.precision = 0;
        else if (directive.precision >= 0 && c >= '0' && c <= '9')
          directive.precision = std::min(directive.precision * 10 + (c - '0'), 1 << 20);
      } else if (c == '*') {
        if (!readStar(directive))
          return false;
      } else if (c == '$' && directive.text.size() > 1 && directive.text.size() < 6 &&
                 directive.text.find_first_not_of("0123456789", 1) == std::string::npos) {
        directive.which = std::stoul(directive.text.substr(1));
        directive.text = "%";
      } else if (!readLength(c, directive)) {
        directive.conversion = c;
        return true;
      }
    }
    return true;
  }

  /// A width or a precision that is an argument.
  bool readStar(Directive &directive) {
    Value star;
    std::uint64_t number = 0;
    std::size_t which = 0; // "*2$"
    const std::size_t digits = format_.find_first_not_of("0123456789", at_ + 1);
    if (digits != std::string::npos && digits > at_ + 1 && digits < at_ + 5 &&
        format_[digits] == '$') {
      which = std::stoul(format_.substr(at_ + 1, digits - at_ - 1));
      at_ = digits;
    }
    if (!(which != 0 ? arguments_.numbered(which, 32, star) : arguments_.next(32, star)) ||
        !machine_.numberOf(star, 32, "the width of a conversion", number))
      return false;
    const auto given = static_cast<int>(number);
    if (directive.precision >= 0 && given < 0) { // as if it were omitted
      directive.precision = -1;
      directive.text.pop_back();
      return true;
    }
    if (directive.precision >= 0)
      directive.precision = given;
    directive.text += std::to_string(given);
    return true;
  }

  /// False if the character is not a length modifier.
  static bool readLength(char c, Directive &directive) {
    switch (c) {
    case 'l':
      ++directive.longs;
      return true;
    case 'h':
      ++directive.shorts;
      return true;
    case 'L':
      directive.isLongDouble = true;
      return true;
    case 'z':
    case 't':
      directive.isSize = true;
      return true;
    case 'j':
      directive.longs = 2;
      return true;
    default:
      return false;
    }
  }

  bool convert(const Directive &directive) {
    switch (directive.conversion) {
    case '%':
      out_.bytes += '%';
      return true;
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return convertInteger(directive);
    case 'c':
      return directive.longs > 0 ? convertWideCharacter(directive) : convertInteger(directive);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return convertFloat(directive);
    case 'p':
      return convertPointer(directive);
    case 's':
    case 'S':
      return convertString(directive);
    case 'n':
      return convertCount(directive);
    case 'm': // the text of errno
      addUnknown();
      return true;
    default:
      return machine_.stopWithGap(GapKind::UnmodelledCall,
                                  std::string("the conversion %") + directive.conversion +
                                      " of printf is not known to the machine");
    }
  }

  bool take(const Directive &directive, unsigned bits, Value &value) {
    return directive.which != 0 ? arguments_.numbered(directive.which, bits, value)
                                : arguments_.next(bits, value);
  }

  void addUnknown() {
    out_.bytes += '?';
    out_.exact = false;
    out_.lengthIsKnown = false;
  }

  template <typename T> bool add(const std::string &directive, T value) {
    return append(out_.bytes, directive, value) ||
           machine_.stopWithGap(GapKind::UnmodelledCall,
                                "a conversion of printf that is too wide is not followed");
  }

  /// %lc. Not even its length is known for other characters.
  bool convertWideCharacter(const Directive &directive) {
    Value value;
    if (!take(directive, 32, value))
      return false;
    if (!value.isNumber() || value.bits >= 128)
      return dependsOnLocale(machine_);
    return add(directive.text + 'c', static_cast<int>(value.bits));
  }

  bool convertInteger(const Directive &directive) {
    const char conversion = directive.conversion;
    Value value;
    if (!take(directive, directive.width(machine_.pointerBits()), value))
      return false;
    const bool isSigned = conversion == 'd' || conversion == 'i';
    const unsigned kept = directive.kept(machine_.pointerBits());
    if (!value.isNumber()) {
      addSymbolicInteger(directive, value.term, isSigned);
      return true;
    }
    const std::uint64_t bits = value.bits & maskOf(kept);
    out_.showsAddress |=
        kept >= machine_.pointerBits() && AddressChecks(machine_).isOfTheSystem(value);
    if (conversion == 'c')
      return add(directive.text + 'c', static_cast<int>(bits));
    if (isSigned)
      return add(directive.text + "ll" + conversion,
                 static_cast<long long>(signExtended(bits, kept)));
    return add(directive.text + "ll" + conversion, static_cast<unsigned long long>(bits));
  }

  /// Only its length is known, and only without flags.
  void addSymbolicInteger(const Directive &directive, Term value, bool isSigned) {
    const char conversion = directive.conversion;
    const unsigned kept = directive.kept(machine_.pointerBits());
    if (directive.text != "%" || arena_.width(value) < kept)
      return addUnknown();
    out_.bytes += '?';
    out_.exact = false;
    if (conversion == 'c' || !wantsLength_)
      return;
    const unsigned base = conversion == 'o' ? 8 : (conversion | 32) == 'x' ? 16 : 10;
    const Term more =
        arena_.sub(lengthOf(arena_, arena_.extract(value, kept - 1, 0), isSigned, base),
                   arena_.constant(32, 1));
    out_.moreLength = out_.moreLength.valid() ? arena_.add(out_.moreLength, more) : more;
  }

  bool convertFloat(const Directive &directive) {
    Value value;
    if (!take(directive, directive.isLongDouble ? 80 : 64, value))
      return false;
    if (value.isNumber() || arena_.isConstant(value.term))
      return directive.isLongDouble
                 ? add(directive.text + 'L' + directive.conversion,
                       toFloat<long double>(arena_, value))
                 : add(directive.text + directive.conversion, std::bit_cast<double>(value.bits));
    addUnknown();
    return true;
  }

  /// The machine chooses addresses; the output of a program that prints them is not reproducible.
  bool convertPointer(const Directive &directive) {
    Value value;
    if (!take(directive, machine_.pointerBits(), value))
      return false;
    out_.showsAddress |= AddressChecks(machine_).isOfTheSystem(value);
    if (value.isNumber())
      return add(directive.text + "p", reinterpret_cast<void *>(value.bits));
    addUnknown();
    return true;
  }

  bool convertString(const Directive &directive) {
    Value value;
    std::uint64_t at = 0;
    if (!take(directive, machine_.pointerBits(), value) ||
        !machine_.numberOf(value, machine_.pointerBits(), "the address of a string", at))
      return false;
    Text string;
    const bool isWide = directive.longs > 0 || directive.conversion == 'S';
    const std::uint64_t most =
        directive.precision >= 0 ? static_cast<unsigned>(directive.precision) : UINT32_MAX;
    if (at == 0)
      string.bytes = most < 6 ? "" : "(null)"; // glibc does not print a part of it
    else if (!readString(call_, at, most, string, isWide ? kWide : kNarrow))
      return false;
    out_.exact &= string.exact;
    out_.lengthIsKnown &= string.exact;
    return add(directive.text + "s", string.bytes.c_str());
  }

  /// The number of characters so far, which is written at the end.
  bool convertCount(const Directive &directive) {
    Value value;
    if (!take(directive, machine_.pointerBits(), value))
      return false;
    if (!out_.lengthIsKnown)
      return machine_.stopWithGap(GapKind::UnmodelledCall,
                                  "how many characters are printed depends on the input");
    Term length = arena_.constant(32, out_.bytes.size());
    if (out_.moreLength.valid())
      length = arena_.add(length, out_.moreLength);
    const unsigned kept = directive.kept(machine_.pointerBits());
    length = kept > 32   ? arena_.zext(length, kept)
             : kept < 32 ? arena_.extract(length, kept - 1, 0)
                         : length;
    counts_.push_back({value, kept, machine_.toValue(length)});
    return true;
  }

  LibraryCall &call_;
  Interpreter &machine_;
  TermArena &arena_;
  const std::string &format_;
  Arguments arguments_;
  Text &out_;
  const bool wantsLength_;
  std::size_t at_ = 0; ///< in the format
  std::vector<Count> counts_;
};

} // namespace

bool format(LibraryCall &call, std::uint64_t formatAt, Arguments arguments, Text &out,
            unsigned character) {
  Text pattern;
  if (!readString(call, formatAt, UINT32_MAX, pattern, character))
    return false;
  if (!pattern.exact)
    return call.machine.stopWithGap(GapKind::TooManyChoices, "a format that depends on the input");
  return Formatter(call, pattern.bytes, arguments, out).run();
}

#pragma GCC diagnostic pop

} // namespace raceward::models
