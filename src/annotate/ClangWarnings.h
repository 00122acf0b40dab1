// ClangWarnings: what clang's thread safety analysis says about a file. Private to annotate.
#pragma once

#include "raceward/model/Source.h"

#include <string>
#include <string_view>
#include <vector>

namespace raceward {

struct ClangWarning {
  enum class Kind : std::uint8_t {
    Needs,     ///< reads, writes or calls something without its lock
    StillHeld, ///< at the end of the function
    NotHeld,   ///< is released
    Declared,  ///< the attribute itself is no good
    Error,     ///< the text does not compile
    Other,
  };
  Kind kind = Kind::Other;
  SourcePosition at;
  std::string message;
  std::string lock;    ///< as clang calls it
  std::string subject; ///< the variable or function in question
};

/// Those of this analysis, and errors, each once; in the order of the text.
std::vector<ClangWarning> clangWarnings(std::string_view messages);

/// "lock" of "q->lock", "&queue::lock" and "*lock".
std::string lastPartOf(std::string_view lock);

} // namespace raceward
