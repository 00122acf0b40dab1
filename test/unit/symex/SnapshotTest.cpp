// A copy of a state is a state of its own: whatever happens to others, in any order, it
// gives the results of a run without copies.
#include "Machines.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <random>

namespace raceward {
namespace {

using test::Executed;

// Uses most of what a state has: heap, stack, globals, arrays that are terms, frames,
// variable arguments, thread-locals, jumps, functions of atexit().
const char *const kProgram =
    "static _Thread_local int mine; static int table[300]; static jmp_buf back; static int "
    "out[4];\n"
    "static void last(void) { out[3] = mine; }\n"
    "static int sum(int n, ...) { va_list l; va_start(l, n); int s = 0;\n"
    "while (n--) s += va_arg(l, int); va_end(l); return s; }\n"
    "static int walk(int n, int *p) { int local[3] = {n, *p, 0}; *p += n;\n"
    "if (n > 3 && *p > 100) longjmp(back, *p); return n == 0 ? local[1] : walk(n - 1, p) + "
    "local[0]; }\n"
    "int main(void) { atexit(last); unsigned x = __VERIFIER_nondet_uint();\n"
    "unsigned y = __VERIFIER_nondet_uint() & 255; int *heap = malloc(sizeof(int)); *heap = 7;\n"
    "table[y] = 5; for (int i = 0; i < 4; ++i) { if (x & (1u << i)) { mine += i; *heap += 40;\n"
    "int *next = realloc(heap, sizeof(int) * (i + 2)); heap = next; } else { table[i] += i; } }\n"
    "if (!setjmp(back)) out[0] = walk(6, heap); else out[0] = -1;\n"
    "out[1] = sum(3, table[0], table[2], *heap); out[2] = table[y]; free(heap); return 0; }";

/// What a path came to: its condition, and bytes under its own example.
using Results = std::map<std::string, std::string>;

std::string outOf(Executed &executed, const State &state) {
  std::string text;
  const Model none;
  const Model &model = state.witness ? state.witness->model : none;
  for (const std::string name : {"out", "table"})
    for (const std::uint8_t byte : executed.bytes(state, name, model))
      text += std::to_string(byte) + " ";
  return text + std::to_string(state.steps) + " steps, " + std::to_string(state.exitCode);
}

std::string nameOf(const State &state) {
  std::string name;
  for (const Term constraint : state.pathCondition())
    name += std::to_string(constraint.index()) + " ";
  return name;
}

TEST(Snapshots, DoNotDependOnTheOrder) {
  for (const DataModel dataModel : {DataModel::LP64, DataModel::ILP32}) {
    Executed executed = Executed::c(kProgram, {.dataModel = dataModel, .checkChoices = false});
    SymbolicMachine &machine = executed.machine();
    Results expected;
    executed.run();
    EXPECT_TRUE(executed.gaps().empty());
    EXPECT_TRUE(executed.findings().empty());
    for (const test::PathEnd &end : executed.ends())
      expected[nameOf(end.state)] = outOf(executed, end.state);
    ASSERT_EQ(expected.size(), 16u);

    for (unsigned seed = 1; seed <= 4; ++seed) {
      std::mt19937 random(seed);
      Results found;
      std::deque<State> open{machine.initial()};
      std::vector<State> old; // kept alive, never continued
      while (!open.empty()) {
        const std::size_t which = random() % open.size();
        std::swap(open[which], open.back());
        State &state = open.back();
        // A few steps of any state; now and then a copy that goes on too, or only lives.
        if (random() % 8 == 0 && old.size() < 200)
          old.push_back(state);
        if (random() % 40 == 0 && open.size() < 30) {
          const State copy = state;
          open.push_back(copy);
        }
        State &next = open.back();
        Stop stop = machine.run(next, 0, 1 + random() % 60);
        machine.takeGaps();
        if (stop.why == Stop::Why::Budget)
          continue;
        if (stop.why == Stop::Why::Choices) {
          const State before = next;
          open.pop_back();
          for (const Alternative &choice : stop.choices) {
            open.push_back(before);
            machine.choose(open.back(), choice);
          }
          continue;
        }
        ASSERT_EQ(stop.why, Stop::Why::Finished);
        const std::string name = nameOf(next);
        const std::string out = outOf(executed, next);
        const auto [at, isNew] = found.emplace(name, out);
        EXPECT_EQ(at->second, out) << "two copies of one path differ";
        open.pop_back();
      }
      ASSERT_EQ(found.size(), expected.size());
      for (const auto &[name, out] : expected)
        EXPECT_EQ(found[name], out) << "seed " << seed;
    }
  }
}

} // namespace
} // namespace raceward
