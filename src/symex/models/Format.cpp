#include "Format.h"

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
  if (list_ != 0 || number == 0)
    return call_.machine.stopWithGap(GapKind::UnmodelledCall,
                                     "numbered arguments of printf in a va_list are not known to "
                                     "the machine");
  return at(first_ + number - 1, width, out);
}

bool Arguments::next(unsigned width, Value &out) {
  if (list_ == 0)
    return at(next_++, width, out);
  // In the layout of Interpreter::addVariadic.
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

bool isResultUsed(const LibraryCall &call) {
  const Instruction *source = call.step.source;
  return !call.detail.widths.empty() && (source == nullptr || !source->origin->use_empty());
}

bool readString(LibraryCall &call, std::uint64_t at, std::uint64_t most, Text &out) {
  Interpreter &machine = call.machine;
  TermArena &arena = machine.arena();
  const MemoryObject *object = machine.state().memory.objectAt(at);
  const std::uint64_t end = object == nullptr ? at : object->base() + object->size();
  Term hasEnded = arena.boolean(false);
  bool isKnown = true; // everything read so far
  for (std::uint64_t i = 0; i < most; ++i) {
    // At the end of the object it matters whether the string has ended before.
    if (!isKnown && at + i >= end) {
      bool ended = false;
      if (!machine.decide(hasEnded, ended))
        return false;
      if (ended)
        return true;
    }
    Value byte;
    if (!machine.load({at + i, {}}, 8, byte))
      return false;
    if (byte.isNumber() && byte.bits == 0)
      return true;
    if (!byte.isNumber()) {
      hasEnded = arena.lor(hasEnded, arena.equal(byte.term, arena.constant(8, 0)));
      if (isKnown)
        out.bytes += '?'; // and the rest is unknown
      isKnown = false;
      out.exact = false;
      out.lengthIsKnown = false;
    } else if (isKnown) {
      out.bytes += static_cast<char>(byte.bits);
    }
  }
  return true;
}

void noteShownAddress(LibraryCall &call, const Text &text) {
  if (text.showsAddress)
    call.machine.noteHandle("a text shows the number behind an address or a handle");
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

} // namespace

/// The directives are passed to the host's printf one by one.
bool format(LibraryCall &call, std::uint64_t formatAt, Arguments arguments, Text &out) {
  Text pattern;
  if (!readString(call, formatAt, UINT32_MAX, pattern))
    return false;
  Interpreter &machine = call.machine;
  if (!pattern.exact)
    return machine.stopWithGap(GapKind::TooManyChoices, "a format that depends on the input");
  const std::string &text = pattern.bytes;
  const bool wide = machine.pointerBits() == 64;
  const bool wantsLength = isResultUsed(call) || text.find('n') != std::string::npos;
  struct Count {
    Value into;
    unsigned width = 0;
    Value length;
  };
  std::vector<Count> counts; // targets of %n
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
    std::size_t which = 0; // number of the argument, if given
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
        std::uint64_t number = 0;
        if (!machine.numberOf(star, 32, "the width of a conversion", number))
          return false;
        const auto given = static_cast<int>(number);
        if (precision >= 0 && given < 0) { // as if it were omitted
          precision = -1;
          directive.pop_back();
          continue;
        }
        if (precision >= 0)
          precision = given;
        directive += std::to_string(given);
      } else if (c == '$' && directive.size() > 1 && directive.size() < 6 &&
                 directive.find_first_not_of("0123456789", 1) == std::string::npos) {
        which = std::stoul(directive.substr(1));
        directive = "%";
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
    const auto take = [&](unsigned bits) {
      return which != 0 ? arguments.numbered(which, bits, value) : arguments.next(bits, value);
    };
    const auto unknown = [&] {
      out.bytes += '?';
      out.exact = false;
      out.lengthIsKnown = false;
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
      if (!take(width))
        return false;
      const bool isSigned = conversion == 'd' || conversion == 'i';
      const unsigned kept = shorts == 1 ? 16 : shorts >= 2 ? 8 : width;
      if (!value.isNumber()) {
        TermArena &arena = machine.arena();
        if (directive != "%" || arena.width(value.term) < kept) {
          unknown();
          break;
        }
        out.bytes += '?';
        out.exact = false;
        if (conversion == 'c' || !wantsLength)
          break;
        const unsigned base = conversion == 'o' ? 8 : (conversion | 32) == 'x' ? 16 : 10;
        const Term more =
            arena.sub(lengthOf(arena, arena.extract(value.term, kept - 1, 0), isSigned, base),
                      arena.constant(32, 1));
        out.moreLength = out.moreLength.valid() ? arena.add(out.moreLength, more) : more;
        break;
      }
      const std::uint64_t bits = value.bits & maskOf(kept);
      out.showsAddress |= kept >= machine.pointerBits() && machine.isOfTheSystem(value);
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
      if (!take(isLongDouble ? 80 : 64))
        return false;
      if (!value.isNumber() && !machine.arena().isConstant(value.term)) {
        unknown();
        break;
      }
      if (isLongDouble)
        append(out.bytes, directive + 'L' + conversion,
               toFloat<long double>(machine.arena(), value));
      else
        append(out.bytes, directive + conversion, std::bit_cast<double>(value.bits));
      break;
    }
    case 'p':
      if (!take(machine.pointerBits()))
        return false;
      // The machine chooses addresses; the output of a program that prints them is not
      // reproducible.
      out.showsAddress |= machine.isOfTheSystem(value);
      if (value.isNumber())
        append(out.bytes, directive + "p", reinterpret_cast<void *>(value.bits));
      else
        unknown();
      break;
    case 's': {
      if (!take(machine.pointerBits()))
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
      out.lengthIsKnown &= string.exact;
      append(out.bytes, directive + "s", string.bytes.c_str());
      break;
    }
    case 'n': {
      if (!take(machine.pointerBits()))
        return false;
      if (!out.lengthIsKnown)
        return machine.stopWithGap(GapKind::UnmodelledCall,
                                   "how many characters are printed depends on the input");
      TermArena &arena = machine.arena();
      Term length = arena.constant(32, out.bytes.size());
      if (out.moreLength.valid())
        length = arena.add(length, out.moreLength);
      const unsigned kept = shorts == 1 ? 16 : shorts >= 2 ? 8 : width;
      length = kept > 32   ? arena.zext(length, kept)
               : kept < 32 ? arena.extract(length, kept - 1, 0)
                           : length;
      counts.push_back({value, kept, machine.toValue(length)});
      break;
    }
    default:
      return machine.stopWithGap(GapKind::UnmodelledCall,
                                 std::string("the conversion %") + conversion +
                                     " of printf is not known to the machine");
    }
  }
  for (const Count &count : counts)
    if (!machine.store(count.into, count.width, count.length))
      return false;
  return true;
}

#pragma GCC diagnostic pop

} // namespace raceward::models
