// Which source files reports may quote.
#pragma once

#include <string>
#include <vector>

namespace raceward {

/// From now on the reports of this process quote these files only; all are quoted before. Names in
/// debug information come from the program under test, and a #line directive may name any file.
/// For the whole process, so that no report can forget it: a process makes one check.
void quoteOnly(const std::vector<std::string> &files);

} // namespace raceward
