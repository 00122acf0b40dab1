// What is written for a discipline, and how clang's warnings change it. The compiler is scripted.
#include "raceward/annotate/Annotate.h"
#include "ClangWarnings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace raceward {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char *kSource = "#include <pthread.h>\n"
                                "struct q {\n"
                                "  pthread_mutex_t lock;\n"
                                "  int head;\n"
                                "};\n"
                                "static void bump(struct q *q) { q->head++; }\n"
                                "static void take(struct q *x) { pthread_mutex_lock(&x->lock); }\n"
                                "int main(void) { return 0; }\n";

GuardedVariable head() {
  GuardedVariable variable;
  variable.name = "struct q.head";
  variable.declarator = "head";
  variable.declared = {"/p/a.c", 4, 0};
  variable.lock = "lock";
  variable.sameObject = true;
  variable.lockDeclared = {"/p/a.c", 3, 0};
  variable.proved = true;
  variable.holds = variable.places = 2;
  return variable;
}

/// The source with one variable guarded, and clang saying something the first time.
class Scripted {
public:
  Scripted() {
    input.discipline.variables = {head()};
    input.discipline.lockFunctions = {"pthread_mutex_lock"};
    input.discipline.executed = {{"bump", {"/p/a.c", 6, 0}}};
    input.sources = {{"/p/a.c", kSource}};
    input.folder = "/p";
    input.compile = [this](const SourceTexts &texts) -> Result<std::string> {
      last = texts;
      return rounds < says.size() ? says[rounds++] : std::string();
    };
  }

  Annotated run() {
    Result<Annotated> annotated = annotate(input, options);
    EXPECT_TRUE(annotated.has_value());
    return annotated ? std::move(*annotated) : Annotated();
  }

  AnnotateInput input;
  AnnotateOptions options;
  std::vector<std::string> says;
  std::size_t rounds = 0;
  SourceTexts last;
};

TEST(Annotate, WritesTheMemberOfTheSameObject) {
  Scripted test;
  const Annotated annotated = test.run();
  EXPECT_THAT(annotated.sources.at("/p/a.c"),
              HasSubstr("#include <pthread.h>\n#include \"raceward_annotations.h\"\nstruct q {\n"
                        "  pthread_mutex_t lock;\n  int head RW_GUARDED_BY(&lock);\n"));
  EXPECT_THAT(annotated.sources.at("/p/raceward_annotations.h"),
              HasSubstr("extern int pthread_mutex_lock(pthread_mutex_t *lock)"));
  EXPECT_EQ(annotated.variables, 1U);
}

TEST(Annotate, LocksThatFollowHaveAMacroOfTheirOwn) {
  Scripted test;
  test.input.discipline.variables[0].lockDeclared.line = 9;
  EXPECT_THAT(test.run().sources.at("/p/a.c"), HasSubstr("head RW_GUARDED_BY_LATER(&lock);"));
}

TEST(Annotate, WritesLinuxWords) {
  Scripted test;
  test.options.words = AnnotationWords::Linux;
  EXPECT_THAT(test.run().sources.at("/p/a.c"), HasSubstr("int head __guarded_by(&lock);"));
}

TEST(Annotate, GivesFunctionsWhatIsProvedForThem) {
  Scripted test;
  test.input.discipline.functions = {{"bump", {"/p/a.c", 6, 0}, {{0, "->lock"}}, {}, {}, {}},
                                     {"take", {"/p/a.c", 7, 0}, {}, {{0, "->lock"}}, {}, {}}};
  // One line was added above.
  test.says = {"/p/a.c:7:33: warning: writing variable 'head' requires holding mutex '&q::lock' "
               "exclusively [-Wthread-safety-analysis]\n"
               "/p/a.c:8:60: warning: mutex 'x->lock' is still held at the end of function "
               "[-Wthread-safety-analysis]\n"};
  const Annotated annotated = test.run();
  EXPECT_THAT(annotated.sources.at("/p/a.c"),
              HasSubstr("bump(struct q *q) RW_REQUIRES(q->lock) {"));
  EXPECT_THAT(annotated.sources.at("/p/a.c"),
              HasSubstr("take(struct q *x) RW_ACQUIRES(x->lock) {"));
  EXPECT_EQ(annotated.functions, 2U);
  EXPECT_EQ(annotated.unchecked, 0U);
}

TEST(Annotate, LeavesOutWhatClangCannotFollow) {
  Scripted test;
  test.input.discipline.variables[0].early = {{"/p/a.c", 6, 30}};
  test.says = {"/p/a.c:7:33: warning: writing variable 'head' requires holding mutex '&q::lock' "
               "exclusively [-Wthread-safety-analysis]\n"};
  const Annotated annotated = test.run();
  EXPECT_THAT(annotated.sources.at("/p/a.c"),
              HasSubstr("bump(struct q *q) RW_NO_THREAD_SAFETY_ANALYSIS {"));
  EXPECT_THAT(annotated.notFollowed,
              ElementsAre("bump (a.c:6): no other thread can reach 'head' at line 6"));
}

TEST(Annotate, DropsWhatDoesNotCompile) {
  Scripted test;
  test.says = {"/p/a.c:5:26: error: use of undeclared identifier 'lock'\n"};
  const Annotated annotated = test.run();
  EXPECT_THAT(annotated.sources, IsEmpty());
  EXPECT_THAT(annotated.notExpressible, ElementsAre(HasSubstr("undeclared identifier")));
}

TEST(Annotate, OtherErrorsAreErrors) {
  Scripted test;
  test.says = {"/p/b.c:5:26: error: expected ';'\n"};
  EXPECT_FALSE(annotate(test.input, test.options).has_value());
}

TEST(Annotate, WhatIsNotProvedIsNotWritten) {
  Scripted test;
  GuardedVariable &variable = test.input.discipline.variables[0];
  variable.proved = false;
  variable.places = 3;
  variable.without = {{"/p/a.c", 6, 33}};
  EXPECT_THAT(test.run().sources, IsEmpty());
  EXPECT_THAT(test.run().usual,
              ElementsAre("struct q.head: 'lock' of the same object is held at 2 of 3 places, not "
                          "at a.c:6"));
}

TEST(Annotate, UsualLocksLeaveAWarningAtTheOddOneOut) {
  Scripted test;
  test.options.usual = true;
  GuardedVariable &variable = test.input.discipline.variables[0];
  variable.proved = false;
  variable.places = 3;
  variable.without = {{"/p/a.c", 6, 33}};
  const std::string odd = "/p/a.c:7:33: warning: writing variable 'head' requires holding mutex "
                          "'&q::lock' exclusively [-Wthread-safety-analysis]\n";
  test.says = {odd, odd};
  const Annotated annotated = test.run();
  EXPECT_EQ(annotated.warnings, 1U);
  EXPECT_THAT(annotated.sources.at("/p/a.c"), HasSubstr("bump(struct q *q) {"));
}

TEST(Annotate, ComparesAttributesThatAreThere) {
  const auto with = [](const std::string &attribute, bool proved) {
    Scripted test;
    std::string &text = test.input.sources.at("/p/a.c");
    text.insert(text.find(";\n};"), " " + attribute);
    GuardedVariable &variable = test.input.discipline.variables[0];
    variable.proved = proved;
    variable.places = proved ? 2 : 3;
    if (!proved)
      variable.without = {{"/p/a.c", 6, 33}};
    return test.run();
  };
  EXPECT_EQ(with("GUARDED_BY(&lock)", true).wrongHints, 0U);
  EXPECT_THAT(with("GUARDED_BY(&lock)", true).sources, IsEmpty());
  EXPECT_EQ(with("GUARDED_BY(other)", true).wrongHints, 1U);
  EXPECT_THAT(with("GUARDED_BY(&lock)", false).hints, ElementsAre(HasSubstr("not at a.c:6")));
}

TEST(Annotate, PrototypesGetTheirOwnParameterNames) {
  Scripted test;
  test.input.sources["/p/a.h"] = "#include <pthread.h>\nstruct q;\nvoid take(struct q *its);\n"
                                 "void take(struct q *);\n";
  test.input.discipline.functions = {{"take", {"/p/a.c", 7, 0}, {}, {{0, "->lock"}}, {}, {}}};
  test.says = {"/p/a.c:8:60: warning: mutex 'x->lock' is still held at the end of function "
               "[-Wthread-safety-analysis]\n"};
  const Annotated annotated = test.run();
  EXPECT_THAT(annotated.sources.at("/p/a.h"),
              HasSubstr("take(struct q *its) RW_ACQUIRES(its->lock);\nvoid take(struct q *);"));
}

TEST(Annotate, KeepsADisciplineOnItsWay) {
  Scripted test;
  Discipline &discipline = test.input.discipline;
  discipline.variables[0].without = {{"/p/a.c", 6, 33}};
  discipline.functions = {{"f", {"a.c", 1, 0}, {{1, "->m", false}}, {{std::nullopt, "m"}}, {}, {}}};
  discipline.lockTypes = {{"mtx_t", {"t.h", 3, 0}}};
  const std::string text = toJsonText(discipline);
  const Result<Discipline> read = disciplineFromJson(text);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(toJsonText(*read), text);
  EXPECT_FALSE(disciplineFromJson("[").has_value());
}

TEST(Annotate, TheHeaderIsEmptyForOthers) {
  const std::string text = annotationHeader(AnnotationWords::Own, {"pthread_spin_lock"});
  EXPECT_THAT(text, HasSubstr("#else\n#define RW_GUARDED_BY(...)\n"));
  EXPECT_THAT(text, HasSubstr("typedef pthread_spinlock_t pthread_spinlock_t"));
  EXPECT_THAT(text, Not(HasSubstr("pthread_mutex_t")));
}

TEST(ClangWarnings, AreReadFromMessages) {
  const std::vector<ClangWarning> found = clangWarnings(
      "In file included from x.c:1:\n"
      "/p/x.c:3:9: warning: reading variable 'a' requires holding mutex 'm' "
      "[-Wthread-safety-analysis]\n"
      "/p/x.c:3:9: warning: reading variable 'a' requires holding mutex 'm' "
      "[-Wthread-safety-analysis]\n"
      "/p/x.c:4:1: warning: unused [-Wunused]\n"
      "/p/x.c:5:1: warning: releasing mutex 'p->m' that was not held [-Wthread-safety-analysis]\n"
      "/p/x.c:6:2: fatal error: 'y.h' file not found\n");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].kind, ClangWarning::Kind::Needs);
  EXPECT_EQ(found[0].subject, "a");
  EXPECT_EQ(found[0].lock, "m");
  EXPECT_EQ(found[1].kind, ClangWarning::Kind::NotHeld);
  EXPECT_EQ(lastPartOf(found[1].lock), "m");
  EXPECT_EQ(found[2].kind, ClangWarning::Kind::Error);
}

} // namespace
} // namespace raceward
