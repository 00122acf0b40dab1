// What the targets of a CMake build are made of, from the link commands in its folder: link.txt of
// Makefile generators, build.ninja of Ninja. Untrusted: it is read, never executed. Private to
// program.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// Splits a command line as the shell does (quotes and backslashes only).
std::vector<std::string> splitCommand(std::string_view command);

struct LinkStep {
  enum class Kind : std::uint8_t { Executable, Static, Shared };
  std::string target; ///< CMake's name
  Kind kind = Kind::Executable;
  std::vector<std::string> objects;   ///< absolute
  std::vector<std::string> libraries; ///< absolute, of this build and others
  bool takesWhole = false;            ///< all of each static library
};

/// An object file of a program.
struct TargetObject {
  std::string path;
  bool isMember = false; ///< of a static library: linked if something needs it
};

class BuildTargets {
public:
  /// Empty if the folder has no link commands that are understood.
  static BuildTargets read(const std::string &folder);

  void addNinja(std::string_view text, const std::string &folder);
  /// `folder` is where the command runs.
  void addLinkCommands(std::string_view text, const std::string &target, const std::string &folder);

  [[nodiscard]] bool empty() const { return steps_.empty(); }
  [[nodiscard]] bool has(const std::string &target) const;
  /// The objects of the target and of the libraries of the same build that it links, in the order
  /// in which the linker sees them.
  [[nodiscard]] std::vector<TargetObject> objectsOf(const std::string &target) const;
  [[nodiscard]] std::set<std::string> executables() const;

private:
  void collect(const LinkStep &step, bool isMember, std::set<std::string> &seen,
               std::vector<TargetObject> &to) const;

  std::map<std::string, LinkStep> steps_; ///< by what they make, absolute
};

} // namespace raceward
