// Output of a program.
#include "../LibraryModel.h"

#include "../World.h"
#include "Format.h"

#include <cstring>

namespace raceward::models {

namespace {

void emit(LibraryCall &call, int stream, std::string_view text) {
  if (call.machine.world().write)
    call.machine.world().write(stream, text);
}

/// Streams are distinguished by the targets of the library's variables; only stderr matters.
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
  noteShownAddress(call, text);
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

/// vsprintf: without a size.
bool printListIntoAny(LibraryCall &call) {
  std::uint64_t into = 0;
  std::uint64_t at = 0;
  std::uint64_t list = 0;
  Text text;
  return address(call, 0, into) && address(call, 1, at) && call.number(2, "a va_list", list) &&
         format(call, at, Arguments::fromList(call, list), text) &&
         put(call, into, UINT64_MAX, text) && giveLength(call, text);
}

/// asprintf: into new memory.
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

bool putLine(LibraryCall &call) {
  std::uint64_t at = 0;
  Text text;
  if (!address(call, 0, at) || !readString(call, at, UINT32_MAX, text))
    return false;
  text.bytes += '\n';
  emit(call, 1, text.bytes);
  return giveLength(call, text);
}

bool putText(LibraryCall &call) {
  std::uint64_t at = 0;
  Text text;
  if (!address(call, 0, at) || !readString(call, at, UINT32_MAX, text))
    return false;
  emit(call, streamOf(call, 1), text.bytes);
  return call.give(1);
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

/// By file descriptor. Only those that the program was started with are open.
bool knownNumber(LibraryCall &call, int &stream) {
  std::uint64_t number = 0;
  if (!call.number(0, "the number of a file", number))
    return false;
  if (number != 1 && number != 2)
    return call.machine.stopWithGap(GapKind::UnmodelledCall,
                                    std::string(call.name) + "() to a file that is not open");
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
  Text text;
  text.bytes = std::strerror(static_cast<int>(number));
  const std::optional<std::uint64_t> base =
      call.machine.allocate(ObjectKind::Library, text.bytes.size() + 1, MemoryObject::Fill::Zero);
  if (!base)
    return call.machine.stopWithGap(GapKind::MemoryLimit, "no room for a text");
  return put(call, *base, UINT64_MAX, text) && call.give(*base);
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
    {"putc", 2, putCharacter},
    {"fputc", 2, putCharacter},
    {"_IO_putc", 2, putCharacter},
    {"fwrite", 4, writeBlock},
    {"fflush", 1, nothing},
};

} // namespace

std::span<const LibraryModel> output() {
  return kModels;
}

} // namespace raceward::models
