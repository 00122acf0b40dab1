// Every program under test/programs says which accesses it makes. The tool has to find
// exactly those, at these positions, under these names.
#include "Annotations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace raceward::test {
namespace {

using Line = std::pair<std::string, std::uint32_t>;

std::map<Line, std::vector<Access>> byLine(const std::vector<Access> &accesses) {
  std::map<Line, std::vector<Access>> lines;
  for (const Access &access : accesses)
    lines[{access.file, access.line}].push_back(access);
  return lines;
}

/// Empty if both are the same, in whatever order.
std::string difference(const std::vector<Access> &expected, const std::vector<Access> &found) {
  std::map<Line, std::vector<Access>> expectedLines = byLine(expected);
  std::map<Line, std::vector<Access>> foundLines = byLine(found);
  std::map<Line, std::nullptr_t> all;
  for (const auto &[line, ignored] : expectedLines)
    all[line] = nullptr;
  for (const auto &[line, ignored] : foundLines)
    all[line] = nullptr;
  std::string text;
  for (const auto &[line, ignored] : all) {
    std::vector<Access> a = expectedLines[line];
    std::vector<Access> b = foundLines[line];
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    if (a == b)
      continue;
    text += line.first + ":" + std::to_string(line.second) + "\n  annotated " +
            (a.empty() ? "nothing" : "// ACCESS: " + toAnnotation(expectedLines[line])) +
            "\n  found     " +
            (b.empty() ? "nothing" : "// ACCESS: " + toAnnotation(foundLines[line])) + "\n";
  }
  return text;
}

class AnnotatedPrograms : public ::testing::TestWithParam<std::string> {};

TEST_P(AnnotatedPrograms, HaveExactlyTheAnnotatedAccesses) {
  const Result<AnnotatedProgram> expected =
      readAnnotations(std::string(RW_TEST_PROGRAMS) + "/" + GetParam());
  ASSERT_TRUE(expected) << expected.error().message;
  const Result<Program> program = loadProgram(expected->request);
  ASSERT_TRUE(program) << program.error().message << "\n" << program.error().details;
  std::vector<Access> found;
  // The start-up code that is added makes the answers of the processor inputs: no line does that.
  for (const AccessSite &site : program->sites())
    if (site.at.line != 0 || !site.name.starts_with("raceward."))
      found.push_back(accessOf(site));
  const std::string wrong = difference(expected->accesses, found);
  EXPECT_TRUE(wrong.empty()) << wrong;
}

std::string testName(const ::testing::TestParamInfo<std::string> &info) {
  std::string name = info.param;
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)))
      c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, AnnotatedPrograms,
                         ::testing::ValuesIn(annotatedPrograms(RW_TEST_PROGRAMS)), testName);

TEST(Annotations, RefuseWhatTheyCannotRead) {
  EXPECT_TRUE(parseAccesses("read 'x' @3, atomic read-write (acq_rel) 'y' @4 by f", "a.c", 1));
  for (const char *bad : {"", "read x @3", "read 'x'", "read 'x' @", "reads 'x' @3",
                          "atomic read 'x' @3", "atomic read (strong) 'x' @3", "read 'x' @3,",
                          "read 'x' @3, ", "read 'x' @3 write 'y' @4", "read (seq_cst) 'x' @3"})
    EXPECT_FALSE(parseAccesses(bad, "a.c", 1)) << bad;
}

TEST(Annotations, ShowWhatIsMissingAndWhatIsTooMuch) {
  const auto one = parseAccesses("read 'x' @3", "a.c", 1);
  const auto two = parseAccesses("read 'x' @3, read 'x' @3", "a.c", 1);
  ASSERT_TRUE(one && two);
  EXPECT_EQ(difference(*one, *one), "");
  EXPECT_NE(difference(*one, *two), ""); // the same access twice is two sites
  EXPECT_NE(difference(*two, *one), "");
  EXPECT_NE(difference(*one, {}), "");
  EXPECT_EQ(difference({}, *one),
            "a.c:1\n  annotated nothing\n  found     // ACCESS: read 'x' @3\n");
}

} // namespace
} // namespace raceward::test
