#include "BuildTargets.h"

#include "CompileCommands.h"
#include "Loading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace raceward {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// As CMake writes it, shortened.
constexpr std::string_view kNinja = R"(
rule C_EXECUTABLE_LINKER__server_Debug
  command = cc $in -o $TARGET_FILE $LINK_LIBRARIES

build CMakeFiles/server.dir/main.c.o: C_COMPILER__server_Debug /src/main.c
  OBJECT_DIR = CMakeFiles/server.dir
build server: C_EXECUTABLE_LINKER__server_Debug CMakeFiles/server.dir/main.c.o $
    CMakeFiles/objects.dir/o.c.o | lib/libqueue.a libnet.so.1 /usr/lib/libm.so || lib/libqueue.a
  LINK_LIBRARIES = lib/libqueue.a  -lm
  OBJECT_DIR = CMakeFiles/server.dir
build lib/libqueue.a: C_STATIC_LIBRARY_LINKER__queue_Debug lib/CMakeFiles/queue.dir/a$ b.c.o
  OBJECT_DIR = lib/CMakeFiles/queue.dir
build libnet.so.1: C_SHARED_LIBRARY_LINKER__net_Debug CMakeFiles/net.dir/net.c.o
  OBJECT_DIR = CMakeFiles/net.dir
build all: phony server
)";

BuildTargets ninja() {
  BuildTargets targets;
  targets.addNinja(kNinja, "/b");
  return targets;
}

std::vector<std::string> pathsOf(const BuildTargets &targets, const std::string &target,
                                 bool isMember) {
  std::vector<std::string> paths;
  for (const TargetObject &object : targets.objectsOf(target))
    if (object.isMember == isMember)
      paths.push_back(object.path);
  return paths;
}

std::vector<std::string> always(const BuildTargets &targets, const std::string &target) {
  return pathsOf(targets, target, false);
}

std::vector<std::string> members(const BuildTargets &targets, const std::string &target) {
  return pathsOf(targets, target, true);
}

TEST(BuildTargets, FollowNinja) {
  const BuildTargets targets = ninja();
  EXPECT_THAT(targets.executables(), ElementsAre("server"));
  EXPECT_THAT(always(targets, "server"),
              ElementsAre("/b/CMakeFiles/server.dir/main.c.o", "/b/CMakeFiles/objects.dir/o.c.o",
                          "/b/CMakeFiles/net.dir/net.c.o"));
  EXPECT_THAT(members(targets, "server"), ElementsAre("/b/lib/CMakeFiles/queue.dir/a b.c.o"));
  // The library alone is wanted as a whole.
  EXPECT_THAT(always(targets, "queue"), ElementsAre("/b/lib/CMakeFiles/queue.dir/a b.c.o"));
  EXPECT_THAT(always(targets, "other"), IsEmpty());
}

TEST(BuildTargets, FollowLinkCommands) {
  BuildTargets targets;
  targets.addLinkCommands("/usr/bin/cc -g CMakeFiles/server.dir/main.c.o -o server  "
                          "-Wl,-rpath,/b: lib/libqueue.a libnet.so -lpthread\n",
                          "server", "/b");
  targets.addLinkCommands("/usr/bin/ar qc libqueue.a  CMakeFiles/queue.dir/q.c.o\n"
                          "/usr/bin/ranlib libqueue.a\n",
                          "queue", "/b/lib");
  targets.addLinkCommands("/usr/bin/cc -fPIC -shared -Wl,-soname,libnet.so -o libnet.so "
                          "CMakeFiles/net.dir/net.c.o\n",
                          "net", "/b");
  EXPECT_THAT(targets.executables(), ElementsAre("server"));
  EXPECT_THAT(always(targets, "server"),
              ElementsAre("/b/CMakeFiles/server.dir/main.c.o", "/b/CMakeFiles/net.dir/net.c.o"));
  EXPECT_THAT(members(targets, "server"), ElementsAre("/b/lib/CMakeFiles/queue.dir/q.c.o"));
}

TEST(BuildTargets, TakeWholeLibraries) {
  BuildTargets targets;
  targets.addLinkCommands("cc main.o -o server -Wl,--whole-archive libq.a -Wl,--no-whole-archive",
                          "server", "/b");
  targets.addLinkCommands("ar qc libq.a z.o a.o", "q", "/b");
  EXPECT_THAT(always(targets, "server"), ElementsAre("/b/main.o", "/b/z.o", "/b/a.o"));
}

TEST(BuildTargets, EndWhereLibrariesNeedEachOther) {
  BuildTargets targets;
  targets.addLinkCommands("cc -shared a.o -o a.so b.so", "a", "/b");
  targets.addLinkCommands("cc -shared b.o -o b.so a.so", "b", "/b");
  EXPECT_THAT(always(targets, "a"), ElementsAre("/b/a.o", "/b/b.o"));
}

TEST(BuildTargets, SurviveNoise) {
  BuildTargets targets;
  targets.addNinja("build\nbuild :\nbuild x: EXECUTABLE_LINKER\nbuild : EXECUTABLE_LINKER y.o\n$",
                   "/b");
  targets.addLinkCommands("\n-o\ncc -o\nar\n@\ncc @missing -o x", "t", "/b");
  EXPECT_THAT(always(targets, "t"), IsEmpty());
}

constexpr std::string_view kDatabase = R"([
  {"directory": "/b", "file": "/src/main.c", "output": "CMakeFiles/server.dir/main.c.o", "command": "cc -c main.c"},
  {"directory": "/b", "file": "/src/o.c", "output": "CMakeFiles/objects.dir/o.c.o", "command": "cc -c o.c"},
  {"directory": "/b", "file": "/src/a b.c", "output": "lib/CMakeFiles/queue.dir/a b.c.o", "command": "cc -c a.c"},
  {"directory": "/b", "file": "/src/net.c", "output": "CMakeFiles/net.dir/net.c.o", "command": "cc -c net.c"},
  {"directory": "/b", "file": "/src/tool.c", "output": "CMakeFiles/tool.dir/tool.c.o", "command": "cc -c tool.c"}
])";

TEST(BuildTargets, ChooseTheFilesOfAProgram) {
  LoadRequest request;
  request.target = "server";
  const auto units = parseCompileCommands(kDatabase, "/b", request, ninja());
  ASSERT_TRUE(units) << units.error().message;
  std::vector<std::string> files;
  for (const CompileUnit &unit : *units)
    files.push_back(unit.file + (unit.isMember ? " if needed" : ""));
  EXPECT_THAT(files, ElementsAre("/src/main.c", "/src/o.c", "/src/net.c", "/src/a b.c if needed"));
}

TEST(BuildTargets, SayWhereAFileBelongs) {
  LoadRequest request;
  request.target = "server";
  request.files = {"/src/tool.c"};
  const auto units = parseCompileCommands(kDatabase, "/b", request, ninja());
  ASSERT_FALSE(units);
  EXPECT_THAT(units.error().message, HasSubstr("not a part of target 'server'"));
  EXPECT_THAT(units.error().hint, HasSubstr("'tool'"));
}

} // namespace
} // namespace raceward
