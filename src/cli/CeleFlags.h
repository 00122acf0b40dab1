// The options that say how CELE programs are checked.
#pragma once

#include "OptionParser.h"
#include "raceward/check/Check.h"

#include <string>

namespace raceward {

/// Of --cele-encoding; nothing said is exact.
Result<cele::Encoding> encodingFrom(const std::string &text);

class CeleFlags {
public:
  void declare(OptionParser &parser);
  /// Requires that the parser has parsed.
  [[nodiscard]] Result<CeleOptions> options() const;

private:
  std::string route_;
  std::string encoding_;
};

} // namespace raceward
