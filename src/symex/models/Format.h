// The text of printf.
//
// Values that depend on the input are printed as '?'. Then only their length is known, if it can be
// computed, and that strings end inside their objects.
#pragma once

#include "../LibraryModel.h"

#include <string>
#include <vector>

namespace raceward::models {

/// The source of the values of a format: the call itself, or a va_list.
class Arguments {
public:
  Arguments(LibraryCall &call, std::size_t next) : call_(call), first_(next), next_(next) {}
  static Arguments fromList(LibraryCall &call, std::uint64_t list) {
    Arguments arguments(call, 0);
    arguments.list_ = list;
    return arguments;
  }

  bool next(unsigned width, Value &out);
  /// The argument with this number, from 1. Those of a list must have been taken.
  bool numbered(std::size_t number, unsigned width, Value &out);
  /// Takes values from a list, so that they have numbers: their widths, in order.
  bool takeAll(const std::vector<unsigned> &widths);
  [[nodiscard]] bool isList() const { return list_ != 0; }
  /// A list is where the last value was taken. C leaves that open (7.16), but it is a write.
  bool end();

private:
  bool at(std::size_t index, unsigned width, Value &out);

  LibraryCall &call_;
  std::size_t first_;
  std::size_t next_;
  std::uint64_t list_ = 0;
  std::uint64_t at_ = 0; ///< in the list; the caller's own is no longer defined
  std::vector<Value> taken_;
};

struct Text {
  std::string bytes;
  bool exact = true; ///< no part depends on the input
  /// If it is not: whether the number of bytes plus `moreLength` (none: 0) is the exact length.
  bool lengthIsKnown = true;
  Term moreLength;
  bool showsAddress = false; ///< an address or a handle, which another system chooses differently
};

/// Whether the result of the call is used.
bool isResultUsed(const LibraryCall &call);
/// Bits of a character, and of a wide one.
inline constexpr unsigned kNarrow = 8;
inline constexpr unsigned kWide = 32;

/// Up to the terminating zero, or `most` characters. A wide character beyond ASCII is a gap.
bool readString(LibraryCall &call, std::uint64_t at, std::uint64_t most, Text &out,
                unsigned character = kNarrow);
/// Reads the format and its arguments. Only the targets of %n are written, after everything has
/// been read, so that the call may be executed again.
bool format(LibraryCall &call, std::uint64_t formatAt, Arguments arguments, Text &out,
            unsigned character = kNarrow);
/// Records a gap if the text shows an address and the program uses it.
void noteShownAddress(LibraryCall &call, const Text &text);
/// The number of characters as the result of the call.
bool giveLength(LibraryCall &call, const Text &text);

} // namespace raceward::models
