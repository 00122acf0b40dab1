// Statements as text, with the variable names of a picture.
#pragma once

#include "raceward/cele/Cssa.h"

#include <functional>
#include <string>

namespace raceward::cele {

/// The text of a use and of a write of a variable.
struct ShowNames {
  std::function<std::string(ExpressionId)> use;  ///< without an index
  std::function<std::string(StatementId)> write; ///< without an index
  /// The version before a write of one element; empty if it is not shown.
  std::function<std::string(StatementId)> before;
};

ShowNames plainNames(const Source &source);
/// "a_3".
std::string versionName(const Source &source, const Ssa &ssa, VersionId version);
ShowNames versionNames(const Source &source, const Ssa &ssa);
/// "a_3", and "aπ1" for the first π-function.
std::string piName(const Source &source, const Cssa &cssa, std::uint32_t pi);
ShowNames piNames(const Source &source, const Cssa &cssa);

/// Without the content of its blocks.
std::string showStatement(const Source &source, StatementId id, const ShowNames &names);
std::string showExpression(const Source &source, ExpressionId id, const ShowNames &names);
/// "a at 3:7".
std::string showUse(const Source &source, ExpressionId use);

} // namespace raceward::cele
