// printf's text.
//
// Values that depend on the input print as '?'. What is known then is how many characters
// they are, if that can be said, and that strings end inside of their objects.
#pragma once

#include "../LibraryModel.h"

#include <string>

namespace raceward::models {

/// Where the values of a format come from: the call itself, or a va_list.
class Arguments {
public:
  Arguments(LibraryCall &call, std::size_t next) : call_(call), first_(next), next_(next) {}
  static Arguments fromList(LibraryCall &call, std::uint64_t list) {
    Arguments arguments(call, 0);
    arguments.list_ = list;
    return arguments;
  }

  bool next(unsigned width, Value &out);
  /// The argument with this number, from 1; only of the call itself.
  bool numbered(std::size_t number, unsigned width, Value &out);

private:
  bool at(std::size_t index, unsigned width, Value &out);

  LibraryCall &call_;
  std::size_t first_;
  std::size_t next_;
  std::uint64_t list_ = 0;
  std::uint64_t at_ = 0; ///< in the list; the caller's own is no longer defined
};

struct Text {
  std::string bytes;
  bool exact = true; ///< nothing of it depends on the input
  /// If it is not: whether `moreLength` (none: 0) and the bytes are as many as there are.
  bool lengthIsKnown = true;
  Term moreLength;
  bool showsAddress = false; ///< or a handle, which another system chooses differently
};

/// Whether anybody looks at what the call gives back.
bool isResultUsed(const LibraryCall &call);
/// Up to the terminating zero, or `most` bytes.
bool readString(LibraryCall &call, std::uint64_t at, std::uint64_t most, Text &out);
/// Reads the format and its arguments. Only what %n counts is written, after all has been read, so
/// that the call may be executed again.
bool format(LibraryCall &call, std::uint64_t formatAt, Arguments arguments, Text &out);
/// The text is of use to the program.
void noteShownAddress(LibraryCall &call, const Text &text);
/// The number of characters as the result of the call.
bool giveLength(LibraryCall &call, const Text &text);

} // namespace raceward::models
