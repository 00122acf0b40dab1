// The typed values of the options of a command line: a member for each row of Table.def.
#pragma once

#include "options/Choices.h"
#include "options/Kinds.h"
#include "raceward/check/ExploreOptions.h"

#include <bitset>
#include <initializer_list>
#include <string>
#include <vector>

namespace raceward {

struct OptionValues {
  MemoryModel model = MemoryModel::C11;
  ExploreOptions explore; ///< the rows of SearchOptions.def
#define RW_OPTION(member, kind, ...) kinds::kind::Value member{};
#define RW_SEARCH_OPTION(...)
#include "options/Table.def"
  std::vector<std::string> words; ///< that are not options

  /// On the command line, in the environment or in a configuration file.
  [[nodiscard]] bool isGiven(Option option) const {
    return given[static_cast<std::size_t>(option)];
  }
  /// The name of the first of them that is given; empty: none.
  [[nodiscard]] std::string firstGiven(std::initializer_list<Option> options) const;

  std::bitset<static_cast<std::size_t>(Option::Count_)> given;
};

} // namespace raceward
