// Static single assignment: each write of a variable creates a version of it, and φ-functions join
// versions where branches meet. Interference between threads is ignored here and added by Cssa.h.
#pragma once

#include "raceward/cele/Dominance.h"

namespace raceward::cele {

struct VersionTag;
using VersionId = Id<VersionTag>;

struct Version {
  enum class Kind : std::uint8_t {
    Initial, ///< zero or false
    Write,   ///< by `statement`; of one element: of arguments[0], changed
    Phi,     ///< arguments: at the end of `then`, at the end of `else`
    Join,    ///< arguments: at the ends of those threads that write it, at least two
  };
  Kind kind = Kind::Initial;
  VariableId variable;
  std::uint32_t number = 0; ///< number of the version, from 0
  FlowBlockId block;
  StatementId statement;
  std::vector<VersionId> arguments; ///< all have smaller ids
};

struct Ssa {
  std::vector<Version> versions;
  std::vector<VersionId> ofUse;   ///< by expression; invalid if it is not a use
  std::vector<VersionId> ofWrite; ///< by statement; invalid if it is not a write
  /// By block: the φ-functions and joins at its beginning.
  std::vector<std::vector<VersionId>> atBlock;

  [[nodiscard]] const Version &at(VersionId id) const { return versions[id.index()]; }
};

Ssa buildSsa(const Source &unrolled, const Flow &flow);

} // namespace raceward::cele
