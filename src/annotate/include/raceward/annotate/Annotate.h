// Annotate: writes a proved discipline into sources, as attributes that clang checks.
//
// What was proved says which lock guards a variable. What clang can follow is another question,
// and only clang answers it: each function that it complains about gets the attributes that are
// proved for it (needs, takes, releases), and where that does not help it is left out of clang's
// analysis, with the reason in the list. So the annotated program compiles without a warning, and
// nothing is written as proved that was not.
#pragma once

#include "raceward/annotate/Words.h"
#include "raceward/base/Result.h"
#include "raceward/model/Discipline.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace raceward {

using SourceTexts = std::map<std::string, std::string>; ///< by whole path

struct AnnotateOptions {
  AnnotationWords words = AnnotationWords::Own;
  /// Also where the lock is not held everywhere: clang then warns at the odd one out.
  bool usual = false;
};

struct AnnotateInput {
  Discipline discipline;
  SourceTexts sources; ///< that may be changed
  std::string folder;  ///< where the header goes
  /// Compiles the program with these texts, and gives clang's messages.
  std::function<Result<std::string>(const SourceTexts &)> compile;
};

struct Annotated {
  SourceTexts sources; ///< those that changed, and the header
  std::size_t variables = 0;
  std::size_t functions = 0; ///< with needs, takes, releases
  std::size_t unchecked = 0;
  std::size_t wrongHints = 0;
  std::size_t warnings = 0; ///< left, at the odd ones out
  std::vector<std::string> proved;
  std::vector<std::string> usual;          ///< not held everywhere
  std::vector<std::string> hints;          ///< attributes that were there
  std::vector<std::string> notFollowed;    ///< functions, and why
  std::vector<std::string> notExpressible; ///< variables, and why
};

Result<Annotated> annotate(const AnnotateInput &input, const AnnotateOptions &options);

/// Between processes.
std::string toJsonText(const Discipline &discipline);
Result<Discipline> disciplineFromJson(std::string_view text);

} // namespace raceward
