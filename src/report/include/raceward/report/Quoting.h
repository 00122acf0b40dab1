// Which source files reports may quote.
#pragma once

#include <string>
#include <vector>

namespace raceward {

/// From now on the reports of this process quote these files only; before, all are quoted. Names in
/// debug information come from the program under test, and a #line directive may name any file. The
/// setting is global, so that no report can miss it: a process makes one check.
void quoteOnly(const std::vector<std::string> &files);

/// Reports also quote this text where a position is in a file of this name: what Raceward itself
/// has added to the program.
void quoteAlso(const std::string &name, const std::string &text);
bool isOwnText(const std::string &name);

} // namespace raceward
