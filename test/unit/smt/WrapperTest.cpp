// The wrappers one by one, over a solver that answers from a script.
#include "raceward/base/File.h"
#include "raceward/smt/Cache.h"
#include "raceward/smt/CrossCheck.h"
#include "raceward/smt/Independence.h"
#include "raceward/smt/Limits.h"
#include "raceward/smt/QueryLog.h"
#include "raceward/smt/Statistics.h"

#include <gtest/gtest.h>

#include <functional>

namespace raceward {
namespace {

struct Asked {
  std::vector<Term> constraints;
  std::optional<std::uint64_t> effort;
};

class Scripted final : public Solver {
public:
  using Reply = std::function<Result<Answer>(const Asked &)>;
  Scripted(std::vector<Asked> &log, Reply reply) : log_(log), reply_(std::move(reply)) {}
  Result<Answer> check(const Query &query) override {
    log_.push_back({{query.constraints.begin(), query.constraints.end()}, query.effort});
    return reply_(log_.back());
  }

private:
  std::vector<Asked> &log_;
  Reply reply_;
};

class Wrapper : public ::testing::Test {
protected:
  std::unique_ptr<Solver> scripted(Scripted::Reply reply) {
    return std::make_unique<Scripted>(asked, std::move(reply));
  }
  static Answer costly(Answer answer, std::uint64_t effort) {
    answer.effort = effort;
    return answer;
  }
  Term bounded(Term variable, std::uint64_t bound) { return t.ult(variable, t.constant(8, bound)); }

  TermArena t;
  std::vector<Asked> asked;
  Term x = t.variable("x", Sort::bits(8));
  Term y = t.variable("y", Sort::bits(8));
  Term z = t.variable("z", Sort::bits(8));
  Term xSmall = bounded(x, 10), ySmall = bounded(y, 20), zSmall = bounded(z, 30);
  Term xIsY = t.equal(x, y);
};

TEST_F(Wrapper, IndependenceAsksGroupsNewestFirstAndJoinsTheirModels) {
  Independence solver(t, scripted([&](const Asked &query) -> Result<Answer> {
                        // Values for variables of other groups must not leak.
                        const std::uint64_t value = query.constraints.size() == 1 ? 1 : 2;
                        Model model;
                        for (const Term variable : {x, y, z})
                          model.set(variable, BitVector(8, value));
                        return Answer::yes(model);
                      }));
  const std::vector<Term> query{xSmall, zSmall, ySmall, xIsY};
  const Result<Answer> answer = solver.check({query, {}});
  ASSERT_EQ(asked.size(), 2u);
  EXPECT_EQ(asked[0].constraints, (std::vector<Term>{xSmall, ySmall, xIsY}));
  EXPECT_EQ(asked[1].constraints, (std::vector<Term>{zSmall}));
  EXPECT_EQ(answer->model.scalar(x, 8), BitVector(8, 2));
  EXPECT_EQ(answer->model.scalar(z, 8), BitVector(8, 1));
}

TEST_F(Wrapper, IndependenceNoBeatsGaveUpAndGaveUpBeatsYes) {
  Independence solver(t, scripted([&](const Asked &query) -> Result<Answer> {
                        if (query.constraints.front() == xSmall)
                          return Answer::gaveUp("tired");
                        if (query.constraints.front() == ySmall)
                          return Answer::no({ySmall});
                        return Answer::yes({});
                      }));
  const std::vector<Term> both{ySmall, xSmall};
  EXPECT_EQ(solver.check({both, {}})->sat, Sat::No);
  const std::vector<Term> tired{zSmall, xSmall};
  EXPECT_EQ(solver.check({tired, {}})->sat, Sat::GaveUp);
  EXPECT_EQ(solver.check({tired, {}})->why, "tired");
}

TEST_F(Wrapper, IndependenceAnswersConstantsItself) {
  Independence solver(t, scripted([](const Asked &) -> Result<Answer> {
                        return Answer::gaveUp("should not be asked");
                      }));
  const std::vector<Term> yes{t.boolean(true)};
  const std::vector<Term> no{t.boolean(true), t.boolean(false)};
  EXPECT_EQ(solver.check({yes, {}})->sat, Sat::Yes);
  EXPECT_EQ(solver.check({no, {}})->sat, Sat::No);
  EXPECT_EQ(solver.check({no, {}})->core, (std::vector<Term>{t.boolean(false)}));
  EXPECT_TRUE(asked.empty());
}

TEST_F(Wrapper, IndependenceSharesTheEffort) {
  Independence solver(
      t, scripted([](const Asked &) -> Result<Answer> { return costly(Answer::yes({}), 60); }));
  const std::vector<Term> query{xSmall, ySmall, zSmall};
  const Result<Answer> answer = solver.check({query, 100});
  ASSERT_EQ(asked.size(), 2u);
  EXPECT_EQ(asked[0].effort, 100u);
  EXPECT_EQ(asked[1].effort, 40u);
  EXPECT_EQ(answer->sat, Sat::GaveUp); // the third group was never looked at
}

TEST_F(Wrapper, CacheUsesModelsAndCores) {
  Sat next = Sat::Yes;
  Cache solver(t, scripted([&](const Asked &query) -> Result<Answer> {
                 if (next == Sat::No)
                   return Answer::no({query.constraints.back()});
                 if (next == Sat::GaveUp)
                   return Answer::gaveUp("tired");
                 Model model;
                 model.set(x, BitVector(8, 5));
                 return Answer::yes(model);
               }));
  const auto ask = [&](std::vector<Term> query) { return solver.check({query, {}})->sat; };

  EXPECT_EQ(ask({xSmall, ySmall}), Sat::Yes);
  EXPECT_EQ(ask({ySmall, xSmall, xSmall}), Sat::Yes); // the same set
  EXPECT_EQ(ask({xSmall}), Sat::Yes);                 // part of it
  EXPECT_EQ(ask({xSmall, zSmall}), Sat::Yes);         // holds under its model
  EXPECT_EQ(asked.size(), 1u);

  const Term xLarge = t.lnot(xSmall);
  next = Sat::GaveUp;
  EXPECT_EQ(ask({ySmall, xLarge}), Sat::GaveUp);
  EXPECT_EQ(ask({ySmall, xLarge}), Sat::GaveUp); // asked again: no answer is no knowledge
  EXPECT_EQ(asked.size(), 3u);
  next = Sat::No;
  EXPECT_EQ(ask({ySmall, xLarge}), Sat::No);
  EXPECT_EQ(asked.size(), 4u);
  EXPECT_EQ(ask({zSmall, xLarge, xIsY}), Sat::No); // contains the core
  EXPECT_EQ(asked.size(), 4u);
  EXPECT_EQ(solver.hits().same, 1u);
  EXPECT_EQ(solver.hits().superset, 1u);
  EXPECT_EQ(solver.hits().model, 1u);
  EXPECT_EQ(solver.hits().core, 1u);
}

TEST_F(Wrapper, CacheForgetsWhenFull) {
  Cache::Options small;
  small.maxEntries = 2;
  small.recentModels = 1;
  Cache solver(t, scripted([&](const Asked &query) -> Result<Answer> {
                 Model model;
                 for (std::uint64_t value = 0; value < 256; ++value) {
                   model.set(x, BitVector(8, value));
                   Evaluator evaluator(t, model);
                   if (evaluator.holds(query.constraints.front()))
                     return Answer::yes(model);
                 }
                 return Answer::no({query.constraints.front()});
               }),
               small);
  for (int round = 0; round < 3; ++round)
    for (std::uint64_t value = 0; value < 20; ++value) {
      const std::vector<Term> query{t.equal(x, t.constant(8, value))};
      const Result<Answer> answer = solver.check({query, {}});
      ASSERT_EQ(answer->sat, Sat::Yes);
      EXPECT_EQ(answer->model.scalar(x, 8), BitVector(8, value));
    }
}

TEST_F(Wrapper, LimitsLowerTheEffortAndEndTheRun) {
  Limits::Options options;
  options.perQuery = 100;
  options.total = 150;
  Limits solver(
      scripted([](const Asked &) -> Result<Answer> { return costly(Answer::yes({}), 80); }),
      options);
  const std::vector<Term> query{xSmall};
  EXPECT_EQ(solver.check({query, {}})->sat, Sat::Yes);
  EXPECT_EQ(solver.check({query, 50})->sat, Sat::Yes);
  EXPECT_EQ(solver.check({query, {}})->sat, Sat::GaveUp);
  ASSERT_EQ(asked.size(), 2u);
  EXPECT_EQ(asked[0].effort, 100u);
  EXPECT_EQ(asked[1].effort, 50u);
  EXPECT_EQ(solver.spent(), 160u);
}

TEST_F(Wrapper, StatisticsCount) {
  SolverCounts counts;
  int number = 0;
  Statistics solver(scripted([&](const Asked &) -> Result<Answer> {
                      ++number;
                      return costly(number == 1   ? Answer::yes({})
                                    : number == 2 ? Answer::no({xSmall})
                                                  : Answer::gaveUp("tired"),
                                    7);
                    }),
                    counts);
  const std::vector<Term> query{xSmall, ySmall};
  for (int i = 0; i < 4; ++i)
    EXPECT_TRUE(solver.check({query, {}}).has_value());
  EXPECT_EQ(counts.queries, 4u);
  EXPECT_EQ(counts.yes, 1u);
  EXPECT_EQ(counts.no, 1u);
  EXPECT_EQ(counts.gaveUp, 2u);
  EXPECT_EQ(counts.constraints, 8u);
  EXPECT_EQ(counts.effort, 28u);
}

TEST_F(Wrapper, QueryLogWritesScripts) {
  const std::string path = ::testing::TempDir() + "/raceward-log.smt2";
  {
    Result<std::unique_ptr<Solver>> solver = QueryLog::open(
        t, scripted([](const Asked &) -> Result<Answer> { return Answer::gaveUp("tired"); }), path);
    ASSERT_TRUE(solver.has_value());
    const std::vector<Term> query{xIsY};
    EXPECT_EQ((*solver)->check({query, {}})->sat, Sat::GaveUp);
  }
  const Result<std::string> text = readFile(path);
  ASSERT_TRUE(text.has_value());
  EXPECT_NE(text->find("(declare-fun |0:x| () (_ BitVec 8))"), std::string::npos) << *text;
  EXPECT_NE(text->find("(check-sat)\n; unknown tired\n"), std::string::npos) << *text;
  EXPECT_FALSE(QueryLog::open(t, nullptr, "/no/such/folder/log").has_value());
}

TEST_F(Wrapper, CrossCheckStopsOnDisagreement) {
  const auto fixed = [&](Sat sat) {
    return scripted([this, sat](const Asked &) -> Result<Answer> {
      return sat == Sat::Yes  ? Answer::yes({})
             : sat == Sat::No ? Answer::no({xSmall})
                              : Answer::gaveUp("tired");
    });
  };
  const auto both = [&](Sat first, Sat second) {
    const std::vector<Term> query{xSmall};
    return CrossCheck(t, fixed(first), fixed(second)).check({query, {}});
  };
  EXPECT_EQ(both(Sat::Yes, Sat::Yes)->sat, Sat::Yes);
  EXPECT_EQ(both(Sat::No, Sat::No)->sat, Sat::No);
  EXPECT_EQ(both(Sat::GaveUp, Sat::No)->sat, Sat::No);
  EXPECT_EQ(both(Sat::Yes, Sat::GaveUp)->sat, Sat::Yes);
  EXPECT_EQ(both(Sat::GaveUp, Sat::GaveUp)->sat, Sat::GaveUp);
  for (const auto &[first, second] : {std::pair(Sat::Yes, Sat::No), std::pair(Sat::No, Sat::Yes)}) {
    const Result<Answer> answer = both(first, second);
    ASSERT_FALSE(answer.has_value());
    EXPECT_NE(answer.error().message.find("disagree"), std::string::npos);
    EXPECT_NE(answer.error().details.find("(assert"), std::string::npos);
  }
}

} // namespace
} // namespace raceward
