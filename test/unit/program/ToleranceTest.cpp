#include "raceward/program/Tolerance.h"

#include "Loading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace raceward {
namespace {

using test::Folder;
using ::testing::Contains;
using ::testing::HasSubstr;

class ToleranceTest : public ::testing::Test {
protected:
  /// The warnings, or the error.
  std::string load(const std::string &name, std::string_view text) {
    std::string warnings;
    LoadRequest request;
    request.files = {folder_.add(name, text)};
    request.onWarnings = [&](std::string_view more) { warnings += more; };
    const Result<Program> program = loadProgram(request);
    return program ? warnings : "error: " + program.error().message + program.error().hint;
  }

  const Folder folder_;
};

TEST_F(ToleranceTest, TakesAssignmentsToConst) {
  EXPECT_THAT(load("a.c", "struct s { const int n; }; int main(void) { struct s x = {1}; x.n = 2; "
                          "return x.n; }"),
              HasSubstr("a.c: warning: not valid C, and taken all the same: assignments to const"));
}

TEST_F(ToleranceTest, TakesFunctionsThatAreDeclaredLater) {
  const std::string late = "int main(void) { f(1); return g() != 0; }\n"
                           "void f(int n) { h(); }\n"
                           "char *\n"
                           "g() { return \"\"; }\n"
                           "static struct s *h(void) { return 0; }\n";
  // A static function is an error of every compiler; the others are not.
  EXPECT_THAT(load("a.c", late), HasSubstr("does not compile"));
  EXPECT_THAT(
      load("b.c", late.substr(0, late.find("static")) + "struct s *h(void) { return 0; }\n"),
      HasSubstr("declared later"));
}

TEST_F(ToleranceTest, LeavesOtherErrorsAlone) {
  EXPECT_THAT(load("a.c", "struct s { const int n; }; int main(void) { struct s x; x.n = 2; "
                          "return y; }"),
              HasSubstr("does not compile"));
  EXPECT_THAT(load("b.c", "int f(void); char *f(void); int main(void) { return 0; }"),
              HasSubstr("does not compile"));
  EXPECT_THAT(
      load("c.c", "typedef int t; int main(void) { f(); return 0; } t *f(void) { return 0; }"),
      HasSubstr("does not compile"));
}

TEST_F(ToleranceTest, SaysWhatClangHasNot) {
  EXPECT_THAT(load("a.c", "int main(void) { int f(int n) { return n; } return f(1); }"),
              HasSubstr("nested functions"));
}

TEST_F(ToleranceTest, SaysNothingOfValidPrograms) {
  EXPECT_EQ(load("a.c", "const int n = 1; int main(void) { return n; }"), "");
}

TEST_F(ToleranceTest, TakesVariablesThatSeveralFilesDefine) {
  std::string warnings;
  LoadRequest request;
  request.files = {folder_.add("a.c", "int n; void f(void); int main(void) { f(); return n; }"),
                   folder_.add("b.c", "int n; void f(void) { n = 1; }")};
  request.onWarnings = [&](std::string_view more) { warnings += more; };
  ASSERT_TRUE(loadProgram(request));
  EXPECT_THAT(warnings, HasSubstr("as with -fcommon"));
  request.files.push_back(folder_.add("c.c", "int n = 3;"));
  EXPECT_TRUE(loadProgram(request));
  request.files.push_back(folder_.add("d.c", "int n = 4;"));
  EXPECT_FALSE(loadProgram(request));
}

} // namespace
} // namespace raceward
