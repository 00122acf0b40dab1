// Programs for tests, from text.
#pragma once

#include "raceward/program/Load.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace raceward::test {

/// A folder of this test alone, which goes away with it.
class Folder {
public:
  Folder();
  ~Folder();
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;

  /// Writes a file and gives back its path.
  std::string add(const std::string &name, std::string_view content) const;
  [[nodiscard]] const std::string &path() const { return path_; }

private:
  std::string path_;
};

/// Loads one file; the extension says what it is.
Result<Program> loadText(std::string_view text, const std::string &extension = ".c",
                         DataModel dataModel = DataModel::LP64);

/// The same, for text that must load: prints the error and ends the test program if not.
Program loaded(std::string_view text, const std::string &extension = ".c",
               DataModel dataModel = DataModel::LP64);

const Function &functionNamed(const Program &program, std::string_view name);

std::vector<const Instruction *> instructionsOf(const Function &function, Op op);

/// "write 'x'", "atomic read (acquire) 'y'", "read 'z' by strlen", in program order.
std::vector<std::string> sitesOf(const Program &program, std::string_view function);

/// A site as annotations and sitesOf() show it.
std::string describe(const AccessSite &site);

} // namespace raceward::test
