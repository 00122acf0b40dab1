#include "raceward/batch/TaskList.h"
#include "Scratch.h"

#include <gmock/gmock.h>

using namespace raceward;
using namespace raceward::batch;
using raceward::test::Scratch;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(TaskList, CsvNamesFilesRelativeToItself) {
  const Scratch scratch;
  scratch.write("lists/t.csv", "file,property,expected,data_model\n"
                               "weaver/a.c,no-data-race,true,LP64\n"
                               "\"weaver/b,c.c\",no-data-race,false,ILP32\n"
                               "plain.c,no-data-race,,\n"
                               "weaver/d.c,unreach-call,true,ILP32\n");
  const auto list = loadTasks({scratch.path("lists/t.csv")}, "no-data-race");
  ASSERT_TRUE(list) << list.error().message;
  EXPECT_EQ(list->otherProperties, 1u);
  EXPECT_TRUE(list->warnings.empty());
  ASSERT_EQ(list->tasks.size(), 3u);
  EXPECT_EQ(list->tasks[0].name(), "weaver/a.c");
  EXPECT_THAT(list->tasks[0].inputs, ElementsAre(scratch.path("lists/weaver/a.c")));
  EXPECT_EQ(list->tasks[0].expected, BatchExpectation::RaceFree);
  EXPECT_EQ(list->tasks[0].dataModel, BatchDataModel::Lp64);
  EXPECT_EQ(list->tasks[1].file, "b,c.c");
  EXPECT_EQ(list->tasks[1].expected, BatchExpectation::Race);
  EXPECT_EQ(list->tasks[2].name(), "lists/plain.c");
  EXPECT_EQ(list->tasks[2].expected, BatchExpectation::None);
}

TEST(TaskList, BadRowsAreWarningsWithTheirLine) {
  const Scratch scratch;
  scratch.write("t.csv", "file,property,expected,data_model\n"
                         "a.c,no-data-race,maybe,ILP32\n"
                         "b.c,no-data-race,true,LLP64\n"
                         ",no-data-race,true,ILP32\n"
                         "c.c,no-data-race\n"
                         "d.c,no-data-race,true,ILP32\n"
                         "d.c,no-data-race,true,ILP32\n");
  const auto list = loadTasks({scratch.path("t.csv")}, "");
  ASSERT_TRUE(list);
  EXPECT_EQ(list->tasks.size(), 1u);
  EXPECT_THAT(list->warnings,
              ElementsAre(HasSubstr("t.csv:2:"), HasSubstr("t.csv:3:"), HasSubstr("t.csv:4:"),
                          HasSubstr("t.csv:5:"), HasSubstr("more than once")));
}

TEST(TaskList, AListWithoutItsColumnsIsRefused) {
  const Scratch scratch;
  scratch.write("t.csv", "file,expected\na.c,true\n");
  scratch.write("empty.csv", "");
  const auto list = loadTasks({scratch.path("t.csv")}, "");
  ASSERT_FALSE(list);
  EXPECT_THAT(list.error().message, HasSubstr("t.csv:1: no column 'property'"));
  EXPECT_FALSE(loadTasks({scratch.path("empty.csv")}, ""));
  EXPECT_FALSE(loadTasks({scratch.path("missing.csv")}, ""));
  EXPECT_FALSE(loadTasks({scratch.path("missing")}, ""));
}

namespace {

constexpr const char *kDefinition = "format_version: '2.0'\n"
                                    "input_files: ['a.c', 'b.c']\n"
                                    "properties:\n"
                                    "  - property_file: ../properties/unreach-call.prp\n"
                                    "    expected_verdict: true\n"
                                    "  - property_file: ../properties/no-data-race.prp\n"
                                    "    expected_verdict: false\n"
                                    "options:\n"
                                    "  language: C\n"
                                    "  data_model: LP64\n";

} // namespace

TEST(TaskList, ReadsTheCompetitionsDefinitions) {
  const Scratch scratch;
  scratch.write("suite/t.yml", kDefinition);
  const auto list = loadTasks({scratch.path("suite/t.yml")}, "no-data-race");
  ASSERT_TRUE(list) << list.error().message;
  ASSERT_EQ(list->tasks.size(), 1u);
  const BatchTask &task = list->tasks[0];
  EXPECT_EQ(task.name(), "suite/t.yml");
  EXPECT_THAT(task.inputs, ElementsAre(scratch.path("suite/a.c"), scratch.path("suite/b.c")));
  EXPECT_EQ(task.property, "no-data-race");
  EXPECT_EQ(task.expected, BatchExpectation::Race);
  EXPECT_EQ(task.dataModel, BatchDataModel::Lp64);
  EXPECT_EQ(list->otherProperties, 1u);
}

TEST(TaskList, AFolderIsSearchedInOrderAndItsOtherFilesAreSkipped) {
  const Scratch scratch;
  scratch.write("suite/b/t.yml", kDefinition);
  scratch.write("suite/a/t.yml", kDefinition);
  scratch.write("suite/a/ci.yml", "stages: [build]\n");
  const auto list = loadTasks({scratch.path("suite")}, "no-data-race");
  ASSERT_TRUE(list);
  ASSERT_EQ(list->tasks.size(), 2u);
  EXPECT_EQ(list->tasks[0].name(), "a/t.yml");
  EXPECT_EQ(list->tasks[1].name(), "b/t.yml");
  EXPECT_THAT(list->warnings, ElementsAre(HasSubstr("ci.yml:1: not a task definition")));
}

TEST(TaskList, DamagedDefinitionsNeverCrash) {
  const Scratch scratch;
  const std::string whole = kDefinition;
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    scratch.write("t.yml", whole.substr(0, cut));
    (void)loadTasks({scratch.path("t.yml")}, "no-data-race");
  }
  for (const char *text :
       {"a: [", "[[[[", "&a [*a]", "- 1\n- 2\n", "format_version: [1]\ninput_files: {a: b}\n",
        "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - 7\n",
        "format_version: '2.0'\ninput_files: a.c\noptions: 3\nproperties: []\n",
        "format_version: '2.0'\ninput_files: a.c\nproperties:\n"
        "  - property_file: p.prp\n    expected_verdict: perhaps\n"}) {
    scratch.write("t.yml", text);
    const auto list = loadTasks({scratch.path("t.yml")}, "");
    EXPECT_FALSE(list) << text;
    if (!list) {
      EXPECT_THAT(list.error().message, HasSubstr("t.yml:")) << text;
    }
  }
  scratch.write("t.yml", std::string(100000, '['));
  EXPECT_FALSE(loadTasks({scratch.path("t.yml")}, ""));
}
