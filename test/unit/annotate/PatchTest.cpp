// Diffs that `patch` takes.
#include "raceward/annotate/Patch.h"
#include "raceward/base/File.h"
#include "raceward/base/Process.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace raceward {
namespace {

std::string numbers(int count) {
  std::string text;
  for (int i = 1; i <= count; ++i)
    text += std::to_string(i) + "\n";
  return text;
}

/// What `patch` makes of the old text.
std::string applied(const std::string &before, const std::string &after) {
  const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  EXPECT_TRUE(folder.has_value());
  EXPECT_TRUE(writeFileAtomically(folder->path() + "/x.c", before).has_value());
  EXPECT_TRUE(
      writeFileAtomically(folder->path() + "/d", unifiedDiff("x.c", before, after)).has_value());
  ProcessWatch watch;
  watch.directory = folder->path();
  std::string words;
  watch.onOutput = [&](std::string_view text) { words += text; };
  const auto end = runCommand({"patch", "-p1", "--fuzz=0", "-i", "d"}, watch);
  EXPECT_TRUE(end && end->succeeded()) << words;
  return *readFile(folder->path() + "/x.c");
}

TEST(Patch, SaysNothingOfEqualTexts) {
  EXPECT_EQ(unifiedDiff("x.c", "a\n", "a\n"), "");
}

TEST(Patch, ShowsThreeLinesAround) {
  std::string after = numbers(9);
  after.replace(after.find('5'), 1, "five");
  EXPECT_EQ(unifiedDiff("x.c", numbers(9), after),
            "--- a/x.c\n+++ b/x.c\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(Patch, MakesNewFiles) {
  EXPECT_EQ(unifiedDiff("x.h", "", "a\n", true), "--- /dev/null\n+++ b/x.h\n@@ -0,0 +1 @@\n+a\n");
}

TEST(Patch, IsTakenByPatch) {
  const std::string before = numbers(60);
  std::string far = before;
  far.insert(far.find("3\n"), "include\n");
  far.replace(far.find("20\n"), 2, "twenty");
  far.replace(far.find("21\n"), 2, "and more");
  far.replace(far.find("50\n"), 2, "fifty");
  EXPECT_EQ(applied(before, far), far);
  std::string noEnd = before;
  noEnd.pop_back();
  std::string changed = noEnd + "!";
  EXPECT_EQ(applied(noEnd, changed), changed);
  EXPECT_EQ(applied("a\n", "new\na x\n"), "new\na x\n");
  EXPECT_EQ(applied("\n\n\n", "\n\nx\n\n"), "\n\nx\n\n");
}

} // namespace
} // namespace raceward
