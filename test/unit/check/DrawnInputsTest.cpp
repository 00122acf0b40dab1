// Inputs of hunted runs that are drawn, and the texts that they are drawn from.
#include "search/DrawnInputs.h"
#include "ExploreC.h"
#include "search/ProgramTexts.h"

#include "raceward/base/Mixing.h"
#include "raceward/model/MainArguments.h"

#include <gmock/gmock.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace raceward {
namespace {

const TakenEdges taken; ///< none: what is new is where inputs are asked for

AskedInput asked(std::uint32_t count, unsigned line = 1, unsigned width = 32) {
  AskedInput input;
  input.count = count;
  input.function = "read";
  input.at.line = line;
  input.width = width;
  return input;
}

TEST(DrawnInputs, AreNotDrawnBeforeTheFirstRun) {
  DrawnInputs inputs(1, {}, taken);
  EXPECT_FALSE(inputs(asked(0)));
  inputs.beginRun({});
  EXPECT_TRUE(inputs(asked(0)));
  EXPECT_FALSE(inputs(asked(1, 1, 128)));
}

// The machine executes parts of a run more than once.
TEST(DrawnInputs, HaveOneValueInARun) {
  DrawnInputs inputs(1, {}, taken);
  for (int run = 0; run < 50; ++run) {
    inputs.beginRun({});
    std::map<std::uint32_t, std::uint64_t> values;
    for (std::uint32_t i = 0; i < 40; ++i)
      values[i] = *inputs(asked(i, i % 5));
    for (std::uint32_t i = 0; i < 40; ++i)
      EXPECT_EQ(*inputs(asked(i, i % 5)), values[i]);
  }
}

TEST(DrawnInputs, DependOnTheSeedOnly) {
  DrawnInputs first(7, {"a"}, taken);
  DrawnInputs second(7, {"a"}, taken);
  for (int run = 0; run < 50; ++run) {
    first.beginRun({static_cast<std::uint64_t>(run), false, false});
    second.beginRun({static_cast<std::uint64_t>(run), false, false});
    for (std::uint32_t i = 0; i < 20; ++i)
      EXPECT_EQ(first(asked(i, i % 3)), second(asked(i, i % 3)));
  }
}

// Twelve answers must be right for the program to go on: 4,096 runs by chance, far fewer by habit.
TEST(DrawnInputs, LearnWhatLetsAProgramGoOn) {
  DrawnInputs inputs(3, {}, taken);
  unsigned farthest = 0;
  for (int run = 0; run < 600 && farthest < 12; ++run) {
    inputs.beginRun({});
    unsigned reached = 0;
    while (reached < 12 && *inputs(asked(reached, 10 + reached, 1)) == reached % 2)
      ++reached;
    farthest = std::max(farthest, reached);
  }
  EXPECT_EQ(farthest, 12U);
}

// Thirty answers must be the usual ones: with one in eight that is not, a run in 50 goes on.
TEST(DrawnInputs, AreTheUsualOnesInSomeRuns) {
  DrawnInputs inputs(3, {}, taken);
  unsigned same = 0;
  for (int run = 0; run < 200; ++run) {
    inputs.beginRun({});
    const std::uint64_t first = *inputs(asked(0));
    std::uint32_t count = 1;
    while (count < 30 && *inputs(asked(count)) == first)
      ++count;
    same += count == 30 ? 1 : 0;
  }
  EXPECT_GT(same, 40U);
}

// A loop that goes on while an input is not zero has to end.
TEST(DrawnInputs, ChangeInALoop) {
  DrawnInputs inputs(3, {}, taken);
  for (int run = 0; run < 200; ++run) {
    inputs.beginRun({});
    std::uint32_t count = 0;
    while (count < 2000 && *inputs(asked(count, 1, 1)) != 0)
      ++count;
    EXPECT_LT(count, 2000U);
  }
}

TEST(DrawnInputs, AreDrawnAgainWhenRefused) {
  DrawnInputs inputs(1, {}, taken);
  for (int run = 0; run < 50; ++run) {
    inputs.beginRun({});
    const std::uint64_t first = *inputs(asked(0));
    AskedInput again = asked(0);
    unsigned others = 0;
    for (again.refused = 1; again.refused < 20; ++again.refused)
      others += *inputs(again) != first ? 1 : 0;
    EXPECT_GT(others, 0U);
    EXPECT_EQ(*inputs(asked(0)), first); // a run is executed again from its start
  }
}

TEST(DrawnInputs, ArgumentsAreOftenTextsOfTheProgram) {
  DrawnInputs inputs(1, {"serve"}, taken);
  unsigned found = 0;
  for (int run = 0; run < 100; ++run) {
    inputs.beginRun({});
    std::string text;
    for (std::uint32_t i = 0; i < 30; ++i) {
      AskedInput input = asked(5 + i, 1, 8);
      input.function = "argv";
      text += static_cast<char>(*inputs(input));
    }
    found += std::string(text.c_str()) == "serve" ? 1 : 0;
    EXPECT_EQ(text[14], '\0');
  }
  EXPECT_GT(found, 20U);
}

// How many threads, for how long: a program that gets no number where it needs one ends.
TEST(DrawnInputs, ArgumentsAreOftenSmallNumbers) {
  const DrawnTexts texts({"-a", "serve", "stop"});
  unsigned numbers = 0;
  for (std::uint64_t random = 0; random < 400; ++random) {
    const std::uint64_t first = texts.ofArgument(mixed(random), 0);
    numbers += first >= '1' && first <= '8' && texts.ofArgument(mixed(random), 1) == 0 ? 1 : 0;
  }
  EXPECT_GT(numbers, 30U);
}

TEST(DrawnInputs, CharactersAreTexts) {
  unsigned found = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    DrawnInputs inputs(seed, {"serve"}, taken);
    inputs.beginRun({});
    std::string text;
    for (std::uint32_t i = 0; i < 5; ++i)
      text += static_cast<char>(*inputs(asked(i, 1, 8)));
    std::string again;
    for (std::uint32_t i = 0; i < 5; ++i)
      again += static_cast<char>(*inputs(asked(i, 1, 8)));
    EXPECT_EQ(again, text);
    found += text == "serve" ? 1 : 0;
  }
  EXPECT_GT(found, 10U);
}

AskedInput askedTime(std::uint32_t count, std::string_view primitive) {
  AskedInput input = asked(count, 1, 64);
  input.function = "gettimeofday";
  input.primitive = primitive;
  return input;
}

/// In microseconds.
std::uint64_t timeFrom(DrawnInputs &inputs, std::uint32_t count) {
  return *inputs(askedTime(count, "__VERIFIER_nondet_seconds")) * 1'000'000 +
         *inputs(askedTime(count + 1, "__VERIFIER_nondet_microseconds"));
}

// A loop that waits for a time ends, also if it waits for an exact one.
TEST(DrawnInputs, TheClockMoves) {
  unsigned exact = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    DrawnInputs inputs(seed, {}, taken);
    inputs.beginRun({});
    const std::uint64_t start = timeFrom(inputs, 0);
    std::uint64_t now = start;
    for (std::uint32_t count = 2; now < start + 1'000; count += 2) {
      const std::uint64_t next = timeFrom(inputs, count);
      EXPECT_GT(next, now);
      EXPECT_EQ(timeFrom(inputs, count), next);
      now = next;
    }
    exact += now == start + 1'000 ? 1 : 0;
  }
  EXPECT_GT(exact, 10U);
}

TEST(DrawnInputs, EveryWaitEnds) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    DrawnInputs inputs(seed, {}, taken);
    inputs.beginRun({});
    const std::uint64_t start = timeFrom(inputs, 0);
    std::uint32_t count = 2;
    while (count < 200'000 && timeFrom(inputs, count) < start + 60'000'000)
      count += 2;
    EXPECT_LT(count, 200'000U);
  }
}

TEST(DrawnInputs, FailuresAreRare) {
  DrawnInputs inputs(1, {}, taken);
  unsigned failed = 0;
  for (int run = 0; run < 400; ++run) {
    inputs.beginRun({});
    AskedInput input = asked(0, 10 + static_cast<unsigned>(run), 1);
    input.primitive = "raceward_any_failure";
    failed += static_cast<unsigned>(*inputs(input));
  }
  EXPECT_GT(failed, 50U);
  EXPECT_LT(failed, 150U);
}

TEST(ProgramTexts, AreComparedOrOptions) {
  const test::LoadedTask loaded = test::loadC(R"(
    int strcmp(const char *, const char *);
    int getopt_long(int, char **, const char *, const void *, int *);
    struct option { const char *name; int has, *flag, val; };
    static struct option all[] = {{"verbose", 0, 0, 'v'}, {0, 0, 0, 0}};
    int puts(const char *);
    int main(int argc, char **argv) {
      puts("not this");
      return strcmp(argv[0], "serve") + strcmp(argv[0], "much too long for an argument") +
             getopt_long(argc, argv, "x:", all, 0);
    })");
  EXPECT_THAT(comparedTexts(loaded.program),
              ::testing::UnorderedElementsAre("serve", "-x", "--verbose"));
}

TEST(DrawnTexts, OptionsAreDrawnByNumber) {
  const std::vector<std::string> options = {"-a", "--begin", "-c"};
  std::vector<std::string> texts = options;
  texts.insert(texts.begin() + 1, "text");
  const DrawnTexts drawn(texts);
  for (std::uint64_t number = 0; number < 7; ++number)
    for (std::uint64_t random = 0; random < 50; ++random) {
      const std::uint64_t habit = drawn.drawsOption(number, random);
      std::string text;
      for (std::uint32_t at = 0; const std::uint64_t next = drawn.ofArgument(habit, at); ++at)
        text.push_back(static_cast<char>(next));
      EXPECT_EQ(text, options[number % options.size()]);
    }
  EXPECT_EQ(DrawnTexts({"text"}).drawsOption(3, 17), 17U);
}

// Much of a program may be behind one of its many options.
TEST(DrawnInputs, EveryOptionIsTried) {
  std::vector<std::string> texts;
  for (char letter = 'a'; letter <= 'z'; ++letter)
    texts.push_back(std::string("-") + letter);
  DrawnInputs inputs(1, texts, taken);
  std::set<char> tried;
  DrawnInputs::EndedRun before{1, true, false};
  for (int run = 0; run < 400; ++run) {
    inputs.beginRun(before);
    AskedInput input = asked(0, 1, 8);
    input.function = kArgumentText;
    if (*inputs(input) != '-')
      continue;
    input.count = 1;
    tried.insert(static_cast<char>(*inputs(input)));
  }
  EXPECT_EQ(tried.size(), texts.size());
}

// A handler that ends the process would leave few runs for anything else.
TEST(DrawnSignals, ThatEndTheProcessBecomeRare) {
  unsigned arrived[2] = {0, 0};
  for (const bool hasEnded : {false, true}) {
    DrawnSignals signals;
    bool didArrive = false;
    for (std::uint64_t run = 1; run <= 600; ++run) {
      signals.beginRun(mixed(run), didArrive && hasEnded);
      didArrive = false;
      for (std::uint64_t question = 0; question < 50; ++question)
        didArrive |= signals.arrives("SIGINT arrives", mixed(run, question));
      arrived[hasEnded ? 1 : 0] += didArrive ? 1 : 0;
    }
  }
  EXPECT_GT(arrived[0], 200U);
  EXPECT_LT(arrived[1], 60U);
  EXPECT_GT(arrived[1], 2U); // but not never
}

// The process does not end in a run that is left before.
TEST(DrawnSignals, ThatNearlyAlwaysEndTheProcessBecomeRare) {
  DrawnSignals signals;
  unsigned arrived = 0;
  for (std::uint64_t run = 1; run <= 600; ++run) {
    signals.beginRun(mixed(run), arrived % 4 != 0);
    bool arrives = false;
    for (std::uint64_t question = 0; question < 50; ++question)
      arrives |= signals.arrives("SIGINT arrives", mixed(run, question));
    arrived += arrives ? 1 : 0;
  }
  EXPECT_LT(arrived, 100U);
}

TEST(DrawnSignals, HaveOneAnswerInARun) {
  DrawnSignals signals;
  for (std::uint64_t run = 1; run <= 60; ++run) {
    signals.beginRun(mixed(run), true);
    for (std::uint64_t question = 0; question < 50; ++question)
      EXPECT_EQ(signals.arrives("SIGINT arrives", question),
                signals.arrives("SIGINT arrives", question));
  }
}

} // namespace
} // namespace raceward
