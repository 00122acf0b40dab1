// Programs from text, executed in the machine to the end of every path. For tests.
#pragma once

#include "raceward/program/Program.h"
#include "raceward/symex/Machine.h"

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace raceward::test {

/// Declarations that most test programs need, on one line so that lines stay short.
inline constexpr const char *kCPrelude =
    "#include <assert.h>\n#include <setjmp.h>\n#include <stdarg.h>\n#include <stdatomic.h>\n"
    "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void);\n"
    "long __VERIFIER_nondet_long(void); unsigned char __VERIFIER_nondet_uchar(void);\n"
    "void __VERIFIER_assume(int); void reach_error(void);\n";

struct PathEnd {
  State state;
  Stop stop;
};

/// A program and the machine that executes it.
class Executed {
public:
  struct Options {
    DataModel dataModel = DataModel::LP64;
    InputPolicy inputs = InputPolicy::Symbolic;
    std::optional<std::uint64_t> effort = std::nullopt;
    std::optional<double> secondsLeft = std::nullopt; ///< always
    /// At every choice ask a solver of the test's own whether the ways cover everything and
    /// exclude each other.
    bool checkChoices = true;
  };
  /// `extension` says what the text is: .c or .ll.
  Executed(const std::string &text, const std::string &extension, Options options);
  static Executed c(const std::string &text) { return c(text, Options()); }
  static Executed c(const std::string &text, Options options) {
    return {kCPrelude + text, ".c", options};
  }
  static Executed ir(const std::string &text) { return ir(text, Options()); }
  static Executed ir(const std::string &text, Options options) { return {text, ".ll", options}; }

  /// Every path to its end, depth first.
  void run(std::uint64_t mostSteps = 5'000'000);

  [[nodiscard]] SymbolicMachine &machine() { return *machine_; }
  [[nodiscard]] TermArena &arena();
  [[nodiscard]] const std::vector<PathEnd> &ends() const { return ends_; }
  [[nodiscard]] std::size_t count(Stop::Why why) const;
  /// "assertion-failed: the assertion `x` fails" …, each once.
  [[nodiscard]] std::set<std::string> findings() const;
  [[nodiscard]] std::set<std::string> gaps() const;
  [[nodiscard]] const std::string &output() const { return *output_; }
  [[nodiscard]] std::uint64_t choices() const { return choices_; }

  /// A global variable of the program in this state.
  [[nodiscard]] const MemoryObject &global(const State &state, std::string_view name) const;
  /// Its bytes under a model.
  [[nodiscard]] std::vector<std::uint8_t> bytes(const State &state, std::string_view name,
                                                const Model &model);

private:
  void checkChoices(const State &state, const std::vector<Alternative> &choices);

  std::unique_ptr<Program> program_;
  std::unique_ptr<std::string> output_ = std::make_unique<std::string>();
  std::unique_ptr<SymbolicMachine> machine_;
  std::unique_ptr<Solver> judge_; ///< null: choices are not checked
  std::vector<PathEnd> ends_;
  std::set<std::string> gaps_;
  std::uint64_t choices_ = 0;
};

/// All paths of a C text end well: no finding, no gap. Gives back how many there were.
std::size_t pathsOf(const std::string &text, DataModel dataModel = DataModel::LP64);

/// The findings of a C text, which must have no gap.
std::set<std::string> findingsOf(const std::string &text, DataModel dataModel = DataModel::LP64);

} // namespace raceward::test
