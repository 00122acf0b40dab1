#include "raceward/batch/Comparison.h"
#include "Scratch.h"
#include "raceward/batch/BatchRun.h"

#include <gmock/gmock.h>

using namespace raceward;
using namespace raceward::batch;
using raceward::test::Scratch;
using testing::HasSubstr;

namespace {

BatchTask task(const std::string &folder, const std::string &file) {
  BatchTask task;
  task.folder = folder;
  task.file = file;
  return task;
}

constexpr const char *kTable =
    "folder,task,expected,n_correct_tools,goblint,goblint_cpu_s,theta,theta_cpu_s\n"
    "weaver,a.v1,true,2,true|correct,0.5,TIMEOUT|error,900\n"
    "weaver,b,false,1,unknown|unknown,,false(no-data-race)|correct-unconfirmed,3\n"
    "ldv,a.v1,false,0,true|wrong,1,\"ERROR (a, b)|error\",2\n";

} // namespace

TEST(Comparison, PicksAToolOfACompetition) {
  const Scratch scratch;
  const std::string path = scratch.write("c.csv", kTable);
  const auto goblint = Comparison::load(path, "goblint");
  ASSERT_TRUE(goblint) << goblint.error().message;
  EXPECT_EQ(goblint->label(), "goblint");
  EXPECT_EQ(goblint->size(), 3u);
  const PeerResult *right = goblint->find(task("suite/weaver", "a.v1.c"));
  ASSERT_TRUE(right);
  EXPECT_EQ(right->verdict, BatchVerdict::RaceFree);
  EXPECT_EQ(right->resultClass, BatchClass::Right);
  EXPECT_EQ(right->cpuSeconds, 0.5);
  const PeerResult *unknown = goblint->find(task("weaver", "b.i"));
  ASSERT_TRUE(unknown);
  EXPECT_EQ(unknown->resultClass, BatchClass::Unknown);
  EXPECT_FALSE(unknown->cpuSeconds);
  EXPECT_EQ(goblint->find(task("ldv/", "a.v1.yml"))->resultClass, BatchClass::Wrong);
  EXPECT_FALSE(goblint->find(task("other", "b.i")));

  const auto theta = Comparison::load(path, "theta");
  ASSERT_TRUE(theta);
  EXPECT_EQ(theta->find(task("weaver", "a.v1.c"))->resultClass, BatchClass::Error);
  EXPECT_EQ(theta->find(task("weaver", "b.c"))->verdict, BatchVerdict::Race);
  EXPECT_EQ(theta->find(task("weaver", "b.c"))->resultClass, BatchClass::Right);
}

TEST(Comparison, AMisspeltToolIsAnsweredWithTheTools) {
  const Scratch scratch;
  const std::string path = scratch.write("c.csv", kTable);
  const auto misspelt = Comparison::load(path, "golbint");
  ASSERT_FALSE(misspelt);
  EXPECT_THAT(misspelt.error().hint, HasSubstr("did you mean 'goblint'?"));
  EXPECT_THAT(misspelt.error().hint, HasSubstr("goblint, theta"));
  const auto none = Comparison::load(path, "");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().hint, HasSubstr("goblint, theta"));
}

TEST(Comparison, ReadsOurOwnResults) {
  const Scratch scratch;
  BatchRun run;
  BatchResult result;
  result.task = task("suite/weaver", "odd,\"name\".c");
  result.task.expected = BatchExpectation::Race;
  result.answer.verdict = BatchVerdict::Race;
  result.answer.cpuSeconds = 1.5;
  run.results = {result};
  const auto earlier = Comparison::load(scratch.write("results.csv", resultsCsv(run)), "");
  ASSERT_TRUE(earlier) << earlier.error().message;
  EXPECT_EQ(earlier->label(), "earlier run");
  ASSERT_TRUE(earlier->find(result.task));
  EXPECT_EQ(earlier->find(result.task)->resultClass, BatchClass::Right);
  EXPECT_EQ(earlier->find(result.task)->cpuSeconds, 1.5);
}

TEST(Comparison, OtherFilesAreRefusedWithTheirPlace) {
  const Scratch scratch;
  EXPECT_FALSE(Comparison::load(scratch.path("none.csv"), ""));
  EXPECT_FALSE(Comparison::load(scratch.write("a.csv", ""), ""));
  const auto other = Comparison::load(scratch.write("b.csv", "x,y\n1,2\n"), "");
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("b.csv:1:"));
  const auto shortRow =
      Comparison::load(scratch.write("c.csv", std::string(kTable) + "weaver,x\n"), "theta");
  ASSERT_FALSE(shortRow);
  EXPECT_THAT(shortRow.error().message, HasSubstr("c.csv:5:"));
}
