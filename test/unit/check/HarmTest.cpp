// Which races do harm. Each rule that calls one benign has a twin in which it must not.
#include "ExploreC.h"

#include <gmock/gmock.h>

namespace raceward {
namespace {

using ::testing::HasSubstr;

/// Main and a second thread; `v` is what they race about.
std::vector<Conviction> racesOf(const std::string &worker, const std::string &main,
                                const std::string &after = "return 0;") {
  ExploreOptions options;
  options.allRaces = true;
  options.valueRaces = true;
  Exploration report = test::exploreC("int __VERIFIER_nondet_int(void);\nint v, w, seen;\n"
                                      "void *work(void *x) { " +
                                          worker +
                                          " return x; }\n"
                                          "int main(void) { pthread_t t; "
                                          "pthread_create(&t, 0, work, 0); " +
                                          main + " pthread_join(t, 0); " + after + " }",
                                      options);
  return std::move(report.races);
}

std::vector<Harm::Answer> answers(const std::vector<Conviction> &races) {
  std::vector<Harm::Answer> all;
  for (const Conviction &race : races)
    all.push_back(race.harm.answer);
  return all;
}

const std::string &valueReadIn(const Evidence &run) {
  return run.steps.back().accesses.front().value;
}

TEST(Harm, AReadThatSeesTheWriteOrNot) {
  const std::vector<Conviction> races = racesOf("v = 7;", "seen = v;");
  ASSERT_EQ(races.size(), 1U);
  const Harm &harm = races.front().harm;
  ASSERT_EQ(harm.answer, Harm::Answer::Harmful) << harm.words;
  ASSERT_EQ(harm.runs.size(), 2U);
  const std::set<std::string> values{valueReadIn(harm.runs[0]), valueReadIn(harm.runs[1])};
  EXPECT_EQ(values, (std::set<std::string>{"0", "7"}));
  EXPECT_EQ(harm.runs[0].inputs.size(), harm.runs[1].inputs.size());
}

TEST(Harm, TwoRunsHaveEqualInputs) {
  const std::vector<Conviction> races =
      racesOf("v = w;", "seen = v;", "return 0;"); // w is 0: benign
  EXPECT_THAT(answers(races), testing::ElementsAre(Harm::Answer::Benign));
  ExploreOptions options;
  options.allRaces = true;
  options.valueRaces = true;
  const Exploration report = test::exploreC(R"(
    int __VERIFIER_nondet_int(void);
    int v, in;
    void *work(void *x) { v = in; return x; }
    int main(void) {
      pthread_t t;
      in = __VERIFIER_nondet_int();
      pthread_create(&t, 0, work, 0);
      return v;
    })",
                                            options);
  ASSERT_EQ(report.races.size(), 1U);
  const Harm &harm = report.races.front().harm;
  ASSERT_EQ(harm.answer, Harm::Answer::Harmful) << harm.words; // for some inputs
  ASSERT_EQ(harm.runs[0].inputs.size(), 1U);
  EXPECT_EQ(harm.runs[0].inputs[0].value, harm.runs[1].inputs[0].value);
  EXPECT_NE(valueReadIn(harm.runs[0]), valueReadIn(harm.runs[1]));
}

TEST(Harm, AWriteOfWhatIsThereAlready) {
  const std::vector<Conviction> races = racesOf("v = 0;", "seen = v;");
  ASSERT_EQ(races.size(), 1U);
  EXPECT_EQ(races.front().harm.answer, Harm::Answer::Benign);
  EXPECT_THAT(races.front().harm.words, HasSubstr("already"));
}

TEST(Harm, AWriteOfWhatIsThereOnlySometimes) {
  // The second write would be silent if the first one had not been there.
  const std::vector<Conviction> races = racesOf("v = 1; v = 0;", "seen = v;");
  ASSERT_EQ(races.size(), 2U);
  for (const Conviction &race : races)
    EXPECT_EQ(race.harm.answer, Harm::Answer::Harmful) << race.harm.words;
}

TEST(Harm, BothWriteTheSame) {
  const std::vector<Conviction> races = racesOf("v = 3;", "v = 3;", "return v;");
  ASSERT_EQ(races.size(), 1U);
  EXPECT_EQ(races.front().harm.answer, Harm::Answer::Benign);
  EXPECT_THAT(races.front().harm.words, HasSubstr("same value"));
}

TEST(Harm, TheyWriteTheSameForSomeInputsOnly) {
  const std::vector<Conviction> races =
      racesOf("v = 3;", "v = __VERIFIER_nondet_int();", "return v;");
  ASSERT_EQ(races.size(), 1U);
  EXPECT_EQ(races.front().harm.answer, Harm::Answer::Harmful) << races.front().harm.words;
}

TEST(Harm, WhoWritesLastIsSeenLater) {
  const std::vector<Conviction> races = racesOf("v = 3;", "v = 4;", "return v;");
  ASSERT_EQ(races.size(), 1U);
  EXPECT_EQ(races.front().harm.answer, Harm::Answer::Harmful) << races.front().harm.words;
}

TEST(Harm, NobodyReadsAndNothingIsSaidToBeBenignByExecutionAlone) {
  const std::vector<Conviction> races = racesOf("v = 3;", "v = 4;");
  ASSERT_EQ(races.size(), 1U);
  EXPECT_EQ(races.front().harm.answer, Harm::Answer::Undecided);
}

TEST(Harm, ASearchThatWasCutProvesNothing) {
  ExploreOptions options;
  options.allRaces = true;
  options.valueRaces = true;
  options.loopBound = 1;
  const Exploration report = test::exploreC(R"(
    int v, seen;
    void *work(void *x) { v = 0; return x; }
    int main(void) {
      pthread_t t;
      pthread_create(&t, 0, work, 0);
      for (int i = 0; i < 3; i++)
        seen = v;
      return 0;
    })",
                                            options);
  ASSERT_FALSE(report.races.empty());
  for (const Conviction &race : report.races)
    EXPECT_EQ(race.harm.answer, Harm::Answer::Undecided);
}

} // namespace
} // namespace raceward
