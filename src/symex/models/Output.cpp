// Output of a program.
#include "../World.h"
#include "Format.h"
#include "OpenDescriptors.h"

#include <cstring>

namespace raceward::models {

namespace {

void emit(LibraryCall &call, int stream, std::string_view text) {
  if (call.machine.world().write && (stream == 1 || stream == 2))
    call.machine.world().write(stream, text);
}

constexpr int kFile = 3; ///< any stream that is not a standard one: its output disappears

/// Streams are distinguished by the targets of the library's variables. Files (struct model_stream)
/// are memory of the program, which ends when they are closed.
bool streamOf(LibraryCall &call, std::size_t argument, int &stream) {
  std::uint64_t address = 0;
  if (!call.number(argument, "a stream", address))
    return false;
  const MemoryObject *object = call.machine.state().memory.objectAt(address);
  if (object != nullptr && object->kind() == ObjectKind::ModelState) {
    stream = address == call.machine.standardError() ? 2 : 1;
    return true;
  }
  stream = kFile;
  return call.machine.lookAt({address, {}}, 4);
}

bool address(LibraryCall &call, std::size_t argument, std::uint64_t &out) {
  return call.number(argument, "the address of a string", out);
}

/// Output to a file may fail; that to standard streams does not.
bool giveResult(LibraryCall &call, int stream, const Text &text) {
  if (stream != kFile || !isResultUsed(call))
    return giveLength(call, text);
  return call.give(call.machine.fresh(call.resultWidth(), call.name));
}

bool formatted(LibraryCall &call, std::size_t format, Text &text, unsigned character) {
  std::uint64_t at = 0;
  return address(call, format, at) &&
         models::format(call, at, Arguments(call, format + 1), text, character);
}

/// The format is followed by a va_list.
bool formattedList(LibraryCall &call, std::size_t format, Text &text, unsigned character) {
  std::uint64_t at = 0;
  std::uint64_t list = 0;
  return address(call, format, at) && call.number(format + 1, "a va_list", list) &&
         models::format(call, at, Arguments::fromList(call, list), text, character);
}

/// printf, with the number of the argument that is the format.
template <std::size_t Format, unsigned Character = kNarrow> bool print(LibraryCall &call) {
  Text text;
  if (!formatted(call, Format, text, Character))
    return false;
  emit(call, 1, text.bytes);
  return giveLength(call, text);
}

/// fprintf: the stream is the first argument.
template <std::size_t Format, unsigned Character = kNarrow> bool printTo(LibraryCall &call) {
  int stream = 0;
  Text text;
  if (!streamOf(call, 0, stream) || !formatted(call, Format, text, Character))
    return false;
  emit(call, stream, text.bytes);
  return giveResult(call, stream, text);
}

/// The number of a file. What a pipe gets in this way is not kept.
bool numberedStream(LibraryCall &call, std::size_t argument, int &stream) {
  const Value &number = call.argument(argument);
  losePipe(call.machine.state(), number);
  const bool isStandard = number.isNumber() && (number.bits == 1 || number.bits == 2);
  stream = isStandard ? static_cast<int>(number.bits) : kFile;
  return true;
}

/// dprintf.
template <std::size_t Format> bool printNumbered(LibraryCall &call) {
  int stream = 0;
  Text text;
  if (!numberedStream(call, 0, stream) || !formatted(call, Format, text, kNarrow))
    return false;
  emit(call, stream, text.bytes);
  return giveResult(call, stream, text);
}

/// Into memory; text that depends on the input becomes bytes that do.
bool put(LibraryCall &call, std::uint64_t into, std::uint64_t most, const Text &text,
         unsigned character = kNarrow) {
  Interpreter &machine = call.machine;
  noteShownAddress(call, text);
  if (most == 0)
    return true;
  if (!text.exact)
    return machine.stopWithGap(GapKind::UnmodelledCall,
                               "text is formatted into memory from a value that depends on "
                               "the input");
  const std::uint64_t length = std::min<std::uint64_t>(text.bytes.size(), most - 1);
  const std::uint64_t bytes = character / 8;
  for (std::uint64_t i = 0; i < length; ++i)
    if (!machine.store({into + i * bytes, {}}, character,
                       {static_cast<std::uint8_t>(text.bytes[i]), {}}))
      return false;
  return machine.store({into + length * bytes, {}}, character, {0, {}});
}

/// swprintf fails if the text does not fit.
bool giveStored(LibraryCall &call, std::uint64_t size, const Text &text, unsigned character) {
  if (character == kWide && text.exact && text.bytes.size() >= size)
    return call.give(UINT64_MAX);
  return giveLength(call, text);
}

/// sprintf.
template <std::size_t Format> bool printInto(LibraryCall &call) {
  std::uint64_t into = 0;
  Text text;
  return address(call, 0, into) && formatted(call, Format, text, kNarrow) &&
         put(call, into, UINT64_MAX, text) && giveLength(call, text);
}

/// snprintf: the size is the second argument.
template <std::size_t Format, unsigned Character = kNarrow> bool printIntoSized(LibraryCall &call) {
  std::uint64_t into = 0;
  std::uint64_t size = 0;
  Text text;
  return address(call, 0, into) && call.number(1, "the size of a buffer", size) &&
         formatted(call, Format, text, Character) && put(call, into, size, text, Character) &&
         giveStored(call, size, text, Character);
}

/// asprintf: into new memory.
template <std::size_t Format> bool printIntoNew(LibraryCall &call) {
  Interpreter &machine = call.machine;
  Text text;
  if (!formatted(call, Format, text, kNarrow))
    return false;
  const std::optional<std::uint64_t> base =
      machine.allocate(ObjectKind::Heap, text.bytes.size() + 1, MemoryObject::Fill::Zero);
  if (!base)
    return machine.stopWithGap(GapKind::MemoryLimit, "no room for a text");
  return put(call, *base, UINT64_MAX, text) &&
         machine.store(call.argument(0), machine.pointerBits(), {*base, {}}) &&
         giveLength(call, text);
}

/// raceward_formats(): to, size, format, list.
template <unsigned Character> bool formatsList(LibraryCall &call) {
  std::uint64_t into = 0;
  std::uint64_t size = 0;
  Text text;
  return address(call, 0, into) && call.number(1, "the size of a buffer", size) &&
         formattedList(call, 2, text, Character) && put(call, into, size, text, Character) &&
         giveStored(call, size, text, Character);
}

/// raceward_prints(): descriptor, format, list.
template <unsigned Character> bool printsList(LibraryCall &call) {
  int stream = 0;
  Text text;
  if (!numberedStream(call, 0, stream) || !formattedList(call, 1, text, Character))
    return false;
  emit(call, stream, text.bytes);
  return giveResult(call, stream, text);
}

/// The machine follows lists itself.
bool anyOfList(LibraryCall &call) {
  return call.give(0);
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
  int stream = 0;
  if (!address(call, 0, at) || !streamOf(call, 1, stream) ||
      !readString(call, at, UINT32_MAX, text))
    return false;
  emit(call, stream, text.bytes);
  return stream == kFile ? giveResult(call, stream, text) : call.give(1);
}

bool putCharacter(LibraryCall &call) {
  const Value &character = call.argument(0);
  const char text = character.isNumber() ? static_cast<char>(character.bits) : '?';
  int stream = 1;
  if (call.count() > 1 && !streamOf(call, 1, stream))
    return false;
  emit(call, stream, {&text, 1});
  if (stream == kFile && isResultUsed(call))
    return call.give(call.machine.fresh(call.resultWidth(), call.name));
  TermArena &arena = call.machine.arena();
  if (character.isNumber())
    return call.give(character.bits & 0xFF);
  return call.give(
      call.machine.toValue(arena.zext(arena.extract(character.term, 7, 0), call.resultWidth())));
}

bool bytesAt(LibraryCall &call, std::uint64_t at, std::uint64_t size, std::string &text) {
  for (std::uint64_t i = 0; i < size; ++i) {
    Value byte;
    if (!call.machine.load({at + i, {}}, 8, byte))
      return false;
    text += byte.isNumber() ? static_cast<char>(byte.bits) : '?';
  }
  return true;
}

/// To a file, or in a search, nobody sees the bytes: what matters is that they are read.
bool putBytes(LibraryCall &call, int stream, std::uint64_t at, std::uint64_t size) {
  if (stream == kFile || !call.machine.world().write)
    return call.machine.lookAt({at, {}}, size);
  std::string text;
  if (!bytesAt(call, at, size, text))
    return false;
  emit(call, stream, text);
  return true;
}

bool writeBlock(LibraryCall &call) {
  std::uint64_t at = 0;
  std::uint64_t size = 0;
  std::uint64_t count = 0;
  int stream = 0;
  if (!address(call, 0, at) || !call.number(1, "the size of a block", size) ||
      !call.number(2, "the size of a block", count) || !streamOf(call, 3, stream) ||
      !putBytes(call, stream, at, size * count))
    return false;
  if (stream != kFile || size == 0 || !isResultUsed(call))
    return call.give(size == 0 ? 0 : count);
  // As many blocks as could be written.
  TermArena &arena = call.machine.arena();
  const unsigned width = call.resultWidth();
  const Term any = call.machine.toTerm(call.machine.fresh(width, call.name), width);
  const Term all = arena.constant(width, count);
  return call.give(call.machine.toValue(arena.ite(arena.ult(any, all), any, all)));
}

/// raceward_puts(): descriptor, from, bytes.
bool putNumbered(LibraryCall &call) {
  int stream = 0;
  std::uint64_t at = 0;
  std::uint64_t size = 0;
  return numberedStream(call, 0, stream) && address(call, 1, at) &&
         call.number(2, "the size of a block", size) && putBytes(call, stream, at, size) &&
         sendUnseen(call, call.argument(0), size);
}

bool flush(LibraryCall &call) {
  int stream = 0;
  if (const Value &which = call.argument(0); which.isNumber() && which.bits == 0)
    return call.give(0); // all
  if (!streamOf(call, 0, stream))
    return false;
  if (stream != kFile || !isResultUsed(call))
    return call.give(0);
  TermArena &arena = call.machine.arena();
  const Term fails = call.machine.toBool(call.machine.fresh(1, call.name));
  const unsigned width = call.resultWidth();
  return call.give(call.machine.toValue(
      arena.ite(fails, arena.constant(width, maskOf(width)), arena.constant(width, 0))));
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

constexpr LibraryModel kOutputModels[] = {
    {"printf", 1, print<0>},
    {"fprintf", 2, printTo<1>},
    {"dprintf", 2, printNumbered<1>},
    {"sprintf", 2, printInto<1>},
    {"snprintf", 3, printIntoSized<2>},
    {"asprintf", 2, printIntoNew<1>},
    {"__asprintf", 2, printIntoNew<1>},
    // With _FORTIFY_SOURCE: a flag, and the size of the buffer.
    {"__printf_chk", 2, print<1>},
    {"__fprintf_chk", 3, printTo<2>},
    {"__dprintf_chk", 3, printNumbered<2>},
    {"__sprintf_chk", 4, printInto<3>},
    {"__snprintf_chk", 5, printIntoSized<4>},
    {"__asprintf_chk", 3, printIntoNew<2>},
    {"wprintf", 1, print<0, kWide>},
    {"fwprintf", 2, printTo<1, kWide>},
    {"swprintf", 3, printIntoSized<2, kWide>},
    {"__wprintf_chk", 2, print<1, kWide>},
    {"__fwprintf_chk", 3, printTo<2, kWide>},
    {"__swprintf_chk", 5, printIntoSized<4, kWide>},
    {"raceward_formats", 4, formatsList<kNarrow>},
    {"raceward_prints", 3, printsList<kNarrow>},
    {"raceward_formats_wide", 4, formatsList<kWide>},
    {"raceward_prints_wide", 3, printsList<kWide>},
    {"raceward_any_of", 1, anyOfList},
    {"raceward_puts", 3, putNumbered},
    {"puts", 1, putLine},
    {"fputs", 2, putText},
    {"perror", 1, printError},
    {"strerror", 1, errorText},
    {"putchar", 1, putCharacter},
    {"putc", 2, putCharacter},
    {"fputc", 2, putCharacter},
    {"_IO_putc", 2, putCharacter},
    {"fwrite", 4, writeBlock},
    {"fflush", 1, flush},
};

} // namespace

std::span<const LibraryModel> output() {
  return kOutputModels;
}

} // namespace raceward::models
