// The options that select the program; shared by the commands that load one.
#pragma once

#include "Arguments.h"
#include "OptionParser.h"
#include "Terminal.h"
#include "raceward/program/Load.h"

#include <string>
#include <vector>

namespace raceward {

class LoadOptions {
public:
  void declare(OptionParser &parser);
  /// Requires that `parser` has parsed.
  [[nodiscard]] Result<LoadRequest> request(const Arguments &arguments) const;
  [[nodiscard]] Result<ColourChoice> colour() const;
  [[nodiscard]] bool namesDataModel() const { return !dataModel_.empty(); }

private:
  std::vector<std::string> files_;
  std::string compileCommands_;
  std::string target_;
  std::string dataModel_;
  std::string colour_;
};

} // namespace raceward
