// A script as a C program with the same meaning.
//
// Thread 0 is main, which first creates the other threads that run from the start.
// Variables are globals, registers are locals, and each statement has a line of its own, so
// that a racing pair of the script is a pair of lines.
#pragma once

#include "Script.h"

#include <optional>
#include <string>
#include <vector>

namespace raceward::test {

/// The program without the joins that C cannot express: of a thread whose handle the joining
/// thread cannot know, or that somebody else joins, too. `local` stands where they were.
/// `acas` becomes `cas`: a compare-and-swap that fails writes nothing in C.
/// None if thread 0 is not there from the start, or if what `once` calls is no function.
[[nodiscard]] std::optional<Script> expressible(Script script);

/// Where the `done` of a `once` is that C can express.
[[nodiscard]] std::optional<std::size_t> doneOf(const ThreadScript &thread, std::size_t once);

/// Every atomic as seq_cst.
[[nodiscard]] Script strengthened(Script script);
[[nodiscard]] bool isSequentiallyConsistent(const Script &script);

/// Where variables and mutexes lie.
enum class Storage : std::uint8_t {
  Globals,
  Arrays,   ///< one of variables, one of mutexes
  Pointers, ///< globals, reached through global pointers
  Stack,    ///< members of a struct in main, whose address every thread is given
  Heap,     ///< the same, allocated
};
inline constexpr std::uint64_t kStorages = 5;

/// Ways to write the same.
struct CForm {
  /// An input is any value of its range, and flows through memory as such; else a branch on
  /// an input gives each of its values.
  bool wholeInputs = false;
  /// Variables without plain accesses are `_Atomic int`.
  bool atomicTypes = false;
  Storage storage = Storage::Globals;
};

struct CText {
  std::string text;
  /// The statement that a line is of, as the machine of the script counts positions; a line
  /// inside of a section is of the `begin`. None elsewhere.
  std::vector<std::optional<std::size_t>> statementOfLine;

  [[nodiscard]] std::optional<std::size_t> statementAt(std::size_t line) const;
};

/// Requires an expressible script.
[[nodiscard]] CText inC(const Script &script, CForm form);

[[nodiscard]] int variablesOf(const Script &script);

} // namespace raceward::test
