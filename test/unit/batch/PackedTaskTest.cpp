#include "raceward/batch/PackedTask.h"
#include "Scratch.h"
#include "raceward/batch/TaskItem.h"

#include <gmock/gmock.h>

using namespace raceward;
using namespace raceward::batch;
using raceward::test::Scratch;
using testing::HasSubstr;

namespace {

BatchTask taskOf(const std::vector<std::string> &inputs) {
  BatchTask task;
  task.inputs = inputs;
  task.property = "no-data-race";
  return task;
}

PackedFile fileNamed(const std::string &name) {
  return {name, std::string(64, 'a'), 10};
}

TaskItem anItem() {
  return {"build",
          "no-data-race",
          BatchDataModel::Lp64,
          {"--model", "sc"},
          15,
          1U << 30,
          10,
          {fileNamed("input-0000/a.c"), fileNamed("input-0001/b.ll")}};
}

} // namespace

TEST(PackedTask, AFileOnItsOwnIsSentAsItIs) {
  const Scratch scratch;
  const std::string file = scratch.write("some folder/-a b.i", "# 1 \"x.c\"\nint x;\n");
  const Result<PackedTask> packed = packTask(taskOf({file}));
  ASSERT_TRUE(packed) << packed.error().message;
  EXPECT_EQ(packed->files[0].name, "input-0000/_a_b.i");
  EXPECT_EQ(packed->contents[0], "# 1 \"x.c\"\nint x;\n");
  EXPECT_EQ(packed->files[0].bytes, packed->contents[0].size());
}

TEST(PackedTask, AHeaderIsPartOfTheProgram) {
  const Scratch scratch;
  const std::string file = scratch.write("a.c", "#include \"h.h\"\nint x = LIMIT;\n");
  scratch.write("h.h", "#define LIMIT 1\n");
  const Result<PackedTask> before = packTask(taskOf({file}));
  ASSERT_TRUE(before) << before.error().message;
  EXPECT_EQ(before->files[0].name, "input-0000/a.i");
  EXPECT_THAT(before->contents[0], HasSubstr("int x = 1;"));
  scratch.write("h.h", "#define LIMIT 2\n");
  const Result<PackedTask> after = packTask(taskOf({file}));
  ASSERT_TRUE(after);
  EXPECT_NE(before->hash(), after->hash());
}

TEST(PackedTask, TheDataModelIsThatOfTheTask) {
  const Scratch scratch;
  BatchTask task = taskOf({scratch.write("a.c", "#define X\nint x = __SIZEOF_POINTER__;\n")});
  const Result<PackedTask> small = packTask(task);
  ASSERT_TRUE(small) << small.error().message;
  EXPECT_THAT(small->contents[0], HasSubstr("int x = 4;"));
  task.dataModel = BatchDataModel::Lp64;
  const Result<PackedTask> large = packTask(task);
  ASSERT_TRUE(large);
  EXPECT_THAT(large->contents[0], HasSubstr("int x = 8;"));
}

TEST(PackedTask, WhatCannotBeKnownIsNotPacked) {
  const Scratch scratch;
  EXPECT_FALSE(packTask(taskOf({scratch.path("missing.c")})));
  EXPECT_FALSE(packTask(taskOf({scratch.write("a.c", "#include \"missing.h\"\n")})));
  EXPECT_FALSE(packTask(taskOf({scratch.write("a.i", "#include \"a.c\"\n")})));
  EXPECT_FALSE(packTask(taskOf({scratch.write("a.txt", "")})));
  EXPECT_FALSE(packTask(taskOf({})));
}

TEST(PackedTask, TheHashTellsFilesApart) {
  const Scratch scratch;
  const std::string one = scratch.write("1.c", "int a;");
  const std::string two = scratch.write("2.c", "int b;");
  const std::string three = scratch.write("3.c", "int a;int b;");
  const std::string empty = scratch.write("4.c", "");
  const auto hash = [](const std::vector<std::string> &inputs) {
    return packTask(taskOf(inputs))->hash();
  };
  EXPECT_NE(hash({one, two}), hash({two, one}));
  EXPECT_NE(hash({three, empty}), hash({one, two}));
  EXPECT_EQ(hash({one, two}), hash({one, two}));
}

TEST(PackedTask, HostileNamesAreRefused) {
  for (const char *name :
       {"",        "a.c",     "/etc/passwd", "../a.c",  "x/../a.c",     "x/..",    "../../x",
        "x//a.c",  "x/a.c/",  "/x/a.c",      "./a.c",   "x/.a.c",       "-x/a.c",  "x/-a.c",
        "x/a b.c", "x/a\n.c", "x/a\\b.c",    "x/y/a.c", "x/\xC3\xA4.c", "x/a;b.c", "x/$a.c",
        "~/a.c"})
    EXPECT_FALSE(requireHarmless({fileNamed(name)})) << name;
  EXPECT_TRUE(requireHarmless({fileNamed("input-0000/a.c")}));
  EXPECT_FALSE(requireHarmless({fileNamed("x/" + std::string(300, 'a'))}));
  EXPECT_FALSE(requireHarmless({fileNamed("x/a.c"), fileNamed("x/a.c")}));
  EXPECT_FALSE(requireHarmless({}));
  PackedFile large = fileNamed("x/a.c");
  large.bytes = kLargestFile + 1;
  EXPECT_FALSE(requireHarmless({large}));
  std::vector<PackedFile> many;
  for (int i = 0; i < 5; ++i) {
    many.push_back(fileNamed("x/" + std::to_string(i) + ".c"));
    many.back().bytes = kLargestFile;
  }
  EXPECT_FALSE(requireHarmless(many));
}

TEST(PackedTask, NamesAreTranslatedBothWays) {
  const BatchTask task = taskOf({"/home/x/a.c", "b.c"});
  const std::vector<PackedFile> files{fileNamed("input-0000/a.i"), fileNamed("input-0001/b.c")};
  BatchAnswer sent;
  sent.reason =
      BatchReason{"k", "'input-0000/a.i' and input-0001/b.c:3, not input-0001/b.cx nor ab.c",
                  "input-0001/b.c", 3};
  const BatchAnswer own = withOwnNames(sent, task, files);
  EXPECT_EQ(own.reason->message, "'/home/x/a.c' and b.c:3, not input-0001/b.cx nor ab.c");
  EXPECT_EQ(own.reason->file, "b.c");
  const BatchAnswer again = withSentNames(own, task, files);
  EXPECT_EQ(again.reason->message, sent.reason->message);
  EXPECT_EQ(again.reason->file, sent.reason->file);
}

TEST(TaskItem, ArrivesAsItWasSent) {
  const std::string bytes = encode(anItem());
  const Result<TaskItem> item = decodeTaskItem(bytes);
  ASSERT_TRUE(item) << item.error().message;
  EXPECT_EQ(*item, anItem());
  EXPECT_EQ(encode(*item), bytes);
}

TEST(TaskItem, EverythingThatMattersIsInItsId) {
  const std::string id = idOfTask(encode(anItem()));
  const auto changed = [&](const std::function<void(TaskItem &)> &change) {
    TaskItem item = anItem();
    change(item);
    return idOfTask(encode(item)) != id;
  };
  EXPECT_TRUE(changed([](TaskItem &item) { item.build = "other"; }));
  EXPECT_TRUE(changed([](TaskItem &item) { item.property = "other"; }));
  EXPECT_TRUE(changed([](TaskItem &item) { item.dataModel = BatchDataModel::Ilp32; }));
  EXPECT_TRUE(changed([](TaskItem &item) { item.arguments = {"--model sc"}; }));
  EXPECT_TRUE(changed([](TaskItem &item) { item.timeLimitSeconds = 15.5; }));
  EXPECT_TRUE(changed([](TaskItem &item) { item.memoryLimitBytes = 0; }));
  EXPECT_TRUE(changed([](TaskItem &item) { item.files[1].hash = std::string(64, 'b'); }));
  EXPECT_TRUE(changed([](TaskItem &item) { item.files[1].name = "input-0001/c.ll"; }));
  EXPECT_TRUE(changed([](TaskItem &item) { std::swap(item.files[0], item.files[1]); }));
}

TEST(TaskItem, WhatIsNoneIsRefused) {
  const std::string bytes = encode(anItem());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(decodeTaskItem(bytes.substr(0, size))) << size;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] ^= 1;
    // A changed letter may be a valid item, but never the same one.
    if (const Result<TaskItem> item = decodeTaskItem(damaged)) {
      EXPECT_NE(*item, anItem()) << at;
    }
  }
  EXPECT_FALSE(decodeTaskItem(bytes + " "));
  TaskItem hostile = anItem();
  hostile.files[0].name = "../../etc/cron.d/x.c";
  EXPECT_FALSE(decodeTaskItem(encode(hostile)));
  hostile = anItem();
  hostile.files[0].hash = "../x";
  EXPECT_FALSE(decodeTaskItem(encode(hostile)));
  hostile = anItem();
  hostile.timeLimitSeconds = -1;
  EXPECT_FALSE(decodeTaskItem(encode(hostile)));
}
