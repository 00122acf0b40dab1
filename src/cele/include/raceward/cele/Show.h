// Shows the intermediate forms of the static route: as text, or as a graph for Graphviz.
#pragma once

#include "raceward/cele/Encoding.h"

#include <string>

namespace raceward::cele {

enum class Picture : std::uint8_t {
  Cfg,         ///< blocks and conflict edges
  Ssa,         ///< with versions of variables and φ-functions
  Cssa,        ///< with π-functions
  Constraints, ///< of one run, and the query of each use; as a graph: which write each use may see
};

/// Fails (Resource) if the program is too large for the static route.
Result<std::string> showText(const Source &unrolled, Picture picture, Encoding encoding);
/// In Graphviz's language.
Result<std::string> showDot(const Source &unrolled, Picture picture);

} // namespace raceward::cele
