// The macros that attributes are written with, and the header that defines them.
#pragma once

#include "raceward/model/Discipline.h"

#include <string>
#include <vector>

namespace raceward {

/// Names of the macros.
enum class AnnotationWords : std::uint8_t {
  Own,   ///< RW_GUARDED_BY, RW_REQUIRES …
  Linux, ///< __guarded_by, __must_hold …
};

struct AttributeWords {
  std::string guardedBy;
  std::string guardedByLater; ///< the lock is a member that is declared after the data
  std::string pointeeGuardedBy;
  std::string needs;
  std::string takes;
  std::string releases;
  std::string shared; ///< what the last three end in, if it is only for reading
  std::string unchecked;
};

const AttributeWords &wordsOf(AnnotationWords words);

inline constexpr const char *kAnnotationHeader = "raceward_annotations.h";

/// The text of the header. Compilers without the attributes see empty macros.
std::string annotationHeader(AnnotationWords words, const std::vector<std::string> &lockFunctions);

} // namespace raceward
