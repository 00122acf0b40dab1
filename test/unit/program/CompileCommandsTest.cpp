#include "CompileCommands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace raceward {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Result<std::vector<CompileUnit>> parse(std::string_view json, const LoadRequest &request = {}) {
  return parseCompileCommands(json, "/project/build", request);
}

TEST(CompileCommands, KeepTheFlagsThatChangeTheMeaning) {
  const auto units = parse(R"([{
    "directory": "/project/build", "file": "../src/a.c",
    "command": "cc -O2 -Wall -DNAME=\"x y\" -D LIMIT=3 -I../include -isystem /opt/inc -std=gnu11 -MF a.d -o a.o -c ../src/a.c"
  }])");
  ASSERT_TRUE(units) << units.error().message;
  ASSERT_EQ(units->size(), 1u);
  EXPECT_EQ(units->front().file, "/project/src/a.c");
  EXPECT_EQ(units->front().directory, "/project/build");
  EXPECT_THAT(units->front().flags, ElementsAre("-DNAME=x y", "-D", "LIMIT=3", "-I../include",
                                                "-isystem", "/opt/inc", "-std=gnu11"));
}

TEST(CompileCommands, TakeListsOfArguments) {
  const auto units = parse(R"([{"directory": "/d", "file": "a.c",
                                "arguments": ["gcc", "-m32", "-DS=\"q\"", "-c", "a.c"]}])");
  ASSERT_TRUE(units);
  EXPECT_THAT(units->front().flags, ElementsAre("-m32", "-DS=\"q\""));
}

TEST(CompileCommands, SplitLikeTheShell) {
  const auto units = parse(
      R"([{"directory": "/d", "file": "a.c", "command": "cc '-DA=1 2' -DB=\\\"s\\\" \"-DC=\\\"t\\\"\" -c a.c"}])");
  ASSERT_TRUE(units);
  EXPECT_THAT(units->front().flags, ElementsAre("-DA=1 2", "-DB=\"s\"", "-DC=\"t\""));
}

constexpr const char *kTwoTargets = R"([
  {"directory": "/b", "file": "/s/server.c", "output": "CMakeFiles/server.dir/server.c.o", "command": "cc -c"},
  {"directory": "/b", "file": "/s/common.c", "command": "cc -DS -o CMakeFiles/server.dir/common.c.o -c"},
  {"directory": "/b", "file": "/s/common.c", "command": "cc -DC -o CMakeFiles/client.dir/common.c.o -c"},
  {"directory": "/b", "file": "/s/tool.cpp", "command": "c++ -c"}
])";

TEST(CompileCommands, SelectATarget) {
  LoadRequest request;
  request.target = "client";
  const auto units = parse(kTwoTargets, request);
  ASSERT_TRUE(units);
  ASSERT_EQ(units->size(), 1u);
  EXPECT_THAT(units->front().flags, ElementsAre("-DC"));

  request.target = "sever";
  const auto wrong = parse(kTwoTargets, request);
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().hint, HasSubstr("server"));
}

TEST(CompileCommands, SelectFiles) {
  LoadRequest request;
  request.files = {"/s/server.c"};
  const auto units = parse(kTwoTargets, request);
  ASSERT_TRUE(units);
  ASSERT_EQ(units->size(), 1u);
  EXPECT_EQ(units->front().file, "/s/server.c");

  request.files = {"/s/missing.c"};
  EXPECT_FALSE(parse(kTwoTargets, request));
}

TEST(CompileCommands, TakeEachCFileOnceAndNothingElse) {
  const auto units = parse(kTwoTargets);
  ASSERT_TRUE(units);
  std::vector<std::string> files;
  for (const CompileUnit &unit : *units)
    files.push_back(unit.file);
  EXPECT_THAT(files, ElementsAre("/s/server.c", "/s/common.c"));
}

TEST(CompileCommands, RefuseWhatIsNone) {
  for (const char *bad :
       {"", "{", "{}", "[1]", R"([{"file": "a.c"}])", R"([{"directory": "/d", "command": "cc"}])",
        R"([{"file": "a.c", "arguments": [1]}])", R"([{"file": 3, "command": "cc"}])", "[]",
        R"([{"directory": "/d", "file": "a.cpp", "command": "c++ -c a.cpp"}])"}) {
    const auto units = parse(bad);
    ASSERT_FALSE(units) << bad;
    EXPECT_THAT(units.error().message, HasSubstr("compile_commands.json")) << bad;
  }
}

TEST(CompileCommands, SayHowToMakeOne) {
  LoadRequest request;
  request.compileCommands = "/nowhere";
  const auto units = unitsFromCompileCommands(request);
  ASSERT_FALSE(units);
  EXPECT_THAT(units.error().hint, HasSubstr("CMAKE_EXPORT_COMPILE_COMMANDS"));
}

} // namespace
} // namespace raceward
