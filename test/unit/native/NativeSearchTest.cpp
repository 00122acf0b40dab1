// The search over the native machine sees what it sees over the scripted one, on random programs.
//
//   RW_PROGRAMS=20000 RW_SEED=1 unit_native --gtest_filter=NativeSearch.*
#include "FromEnvironment.h"
#include "RandomScript.h"
#include "ScriptedProgram.h"
#include "raceward/explore/Search.h"
#include "raceward/native/NativeMachine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <random>

namespace raceward::test {
namespace {

/// Random programs of the search, made such that a process could be them: main creates others, or
/// they create each other, and who creates joins. Nothing when it has what no log has.
std::optional<Script> nativeScript(std::uint64_t seed) {
  Script script = randomScript(seed);
  for (const Op op :
       {Op::Begin, Op::Choose, Op::AgainUnless, Op::Put, Op::Get, Op::Create, Op::Join})
    if (script.has(op))
      return std::nullopt;
  std::mt19937_64 random(seed);
  const bool nested = random() % 2 == 0;
  for (std::size_t child = script.threads.size(); child-- > 1;) {
    const std::size_t parent = nested ? random() % child : 0;
    ThreadScript &creator = script.threads[parent];
    creator.insert(creator.begin(), {Op::Create, static_cast<int>(child), 0, {}});
    const bool exits = !creator.empty() && creator.back().op == Op::Exit;
    if (random() % 2 == 0)
      creator.insert(creator.end() - (exits ? 1 : 0), {Op::Join, static_cast<int>(child), 0, {}});
  }
  return validate(script) ? std::optional(script) : std::nullopt;
}

/// What a search saw, without the names that machines give.
struct Seen {
  std::uint64_t runs = 0;
  bool exhausted = false;
  bool ambiguous = false;
  std::set<std::pair<std::size_t, std::size_t>> races; ///< of positions
  std::set<std::string> traces; ///< of each complete run: what each thread did, in its order

  bool operator==(const Seen &) const = default;
};

std::ostream &operator<<(std::ostream &out, const Seen &seen) {
  out << seen.runs << " runs, " << (seen.exhausted ? "exhausted, " : "not exhausted, ")
      << (seen.ambiguous ? "ambiguous, " : "") << seen.traces.size() << " traces, races:";
  for (const auto &[a, b] : seen.races)
    out << " " << a << "-" << b;
  return out;
}

Seen searchOver(Machine &machine, SearchOptions options, std::size_t firstPosition) {
  Seen seen;
  options.bounds.runs = 20'000;
  options.onCompleteRun = [&](std::span<const Event> run) {
    // Positions name threads, too: each statement belongs to one.
    std::vector<std::pair<std::size_t, std::size_t>> done;
    for (const Event &event : run)
      done.emplace_back(event.operation.at.index() - firstPosition, event.operation.action.index());
    std::sort(done.begin(), done.end());
    std::string text;
    for (const auto &[at, action] : done)
      text += std::to_string(at) + "." + std::to_string(action) + " ";
    seen.traces.insert(std::move(text));
  };
  const auto result = explore(machine, options);
  if (!result) {
    ADD_FAILURE() << result.error().message;
    return seen;
  }
  seen.runs = result->counters.runs;
  seen.exhausted = result->exhausted();
  seen.ambiguous = result->ambiguousOrder;
  for (const RacingPair &pair : result->races)
    seen.races.insert(
        std::minmax(pair.first.at.index() - firstPosition, pair.second.at.index() - firstPosition));
  return seen;
}

Seen scripted(const Script &script, const SearchOptions &options) {
  ScriptedMachine machine(script);
  return searchOver(machine, options, 0);
}

Seen native(const Script &script, const SearchOptions &options) {
  ScriptedProgram program(script);
  NativeMachine machine(program, 1'000'000, MemoryModel::C11);
  Seen seen = searchOver(machine, options, 1);
  EXPECT_EQ(machine.divergence(), std::nullopt);
  return seen;
}

TEST(NativeSearch, SeesWhatTheScriptedMachineSees) {
  const std::uint64_t wanted = fromEnvironment("RW_PROGRAMS", 600);
  std::uint64_t checked = 0;
  std::uint64_t racy = 0;
  std::set<Op> ops;
  for (std::uint64_t seed = fromEnvironment("RW_SEED", 1); checked < wanted; ++seed) {
    const std::optional<Script> script = nativeScript(seed);
    if (!script)
      continue;
    ++checked;
    for (const ThreadScript &thread : script->threads)
      for (const Statement &statement : thread)
        ops.insert(statement.op);
    SearchOptions options;
    for (const Reduction reduction : {Reduction::Classic, Reduction::Source, Reduction::Optimal}) {
      options.reduction = reduction;
      options.question = Question::Everything;
      const Seen all = scripted(*script, options);
      ASSERT_EQ(native(*script, options), all) << "seed " << seed << ": " << toString(*script);
      racy += all.races.empty() ? 0 : 1;
      options.question = Question::AnyRace;
      EXPECT_EQ(native(*script, options).races.empty(), all.races.empty())
          << "seed " << seed << ": " << toString(*script);
    }
  }
  std::cout << checked << " programs, " << racy / 3 << " of them with races\n";
  EXPECT_GT(racy, wanted / 2);
  // Every kind of step that a log can have was there.
  for (const Op op : {Op::TryLock, Op::TryReadLock, Op::TryWait, Op::Look, Op::Barrier, Op::Once,
                      Op::Done, Op::Fence, Op::Copy, Op::CompareAndSwap, Op::Join, Op::Exit})
    EXPECT_TRUE(ops.count(op) != 0 || wanted < 600) << static_cast<int>(op);
}

} // namespace
} // namespace raceward::test
