#include "Loading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace raceward {
namespace {

using test::Folder;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class Entry : public ::testing::Test {
protected:
  Result<Program> load(std::string_view text, EntryRequest entry) {
    LoadRequest request;
    request.files = {folder_.add("a.c", text)};
    request.entry = std::move(entry);
    return loadProgram(request);
  }

  EntryDriver driverFor(std::string_view text, EntryRequest entry) {
    const Result<Program> program = load(text, std::move(entry));
    EXPECT_TRUE(program) << program.error().message << program.error().details;
    return program && program->driver() ? *program->driver() : EntryDriver();
  }

  std::string errorFor(std::string_view text, const std::string &function) {
    const Result<Program> program = load(text, {{function}, {}});
    return program ? "none" : program.error().message + "\n" + program.error().hint;
  }

  static std::vector<std::string> assumed(const EntryDriver &driver) {
    std::vector<std::string> names;
    for (const Assumption &assumption : driver.assumptions)
      names.push_back(assumption.name);
    return names;
  }

  const Folder folder_;
};

TEST_F(Entry, CallsAFunctionFromThreads) {
  const Result<Program> program = load("int n; void f(int by) { n += by; }", {{"f"}, {}});
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_EQ(program->entry().name, "main");
  EXPECT_TRUE(test::functionNamed(*program, "thread_f").hasBody);
  EXPECT_THAT(program->driver()->text, HasSubstr("int by = raceward_any_int();"));
  EXPECT_THAT(assumed(*program->driver()), ElementsAre("entry-calls"));
  EXPECT_FALSE(program->driver()->replacesMain);
}

TEST_F(Entry, SetsTheMainOfTheProgramAside) {
  const EntryDriver driver = driverFor("void f(void) {} int main(void) { return 0; }", {{"f"}, {}});
  EXPECT_TRUE(driver.replacesMain);
}

TEST_F(Entry, GivesStaticFunctionsANameWhileItIsLinked) {
  const Result<Program> program = load("static void f(void) {} void (*g)(void) = f;", {{"f"}, {}});
  ASSERT_TRUE(program) << program.error().message;
  ASSERT_EQ(program->driver()->exposed.size(), 1u);
  const ExposedFunction &exposed = program->driver()->exposed.front();
  EXPECT_EQ(exposed.name, "f");
  EXPECT_THAT(exposed.file, HasSubstr("a.c"));
  const llvm::Function *function = program->module().getFunction(exposed.symbol);
  ASSERT_NE(function, nullptr);
  EXPECT_TRUE(function->hasInternalLinkage());
}

TEST_F(Entry, MakesStructuresWithTheirPointersAndLocks) {
  const EntryDriver driver = driverFor(R"(
    #include <pthread.h>
    struct buffer { char *text; unsigned long size; };
    struct conn { pthread_mutex_t lock; struct buffer *in; void (*done)(struct conn *); };
    void f(struct conn *c) { c->in->size = 1; })",
                                       {{"f"}, {}});
  EXPECT_THAT(driver.text,
              AllOf(HasSubstr("pthread_mutex_init(&it->lock, 0);"),
                    HasSubstr("it->size = raceward_any_ulong();"),
                    HasSubstr("new_buffer(levels - 1)"), HasSubstr("struct conn *c = new_conn(2);"),
                    HasSubstr("raceward_gap(")));
  EXPECT_THAT(assumed(driver), ElementsAre("entry-calls", "entry-pointers", "entry-memory-fresh",
                                           "entry-results", "entry-functions"));
}

TEST_F(Entry, SharesObjectsByTheirType) {
  const EntryDriver driver = driverFor(
      "struct s { int n; }; void f(struct s *a) { a->n = 1; } void g(struct s *b) { b->n = 2; }",
      {{"f", "g"}, {}, EntryMemory::Shared});
  EXPECT_THAT(driver.text,
              AllOf(HasSubstr("struct s *a = raceward_more("), HasSubstr(" ? other_s : &shared_s;"),
                    Not(HasSubstr("shared_s_2"))));
  EXPECT_THAT(assumed(driver),
              ElementsAre("entry-calls", "entry-pointers", "entry-memory-shared", "entry-results"));
}

TEST_F(Entry, SharesObjectsThatArePartsOfOthers) {
  const EntryDriver driver = driverFor(R"(
    struct part { int n; };
    struct whole { int k; struct { struct part parts[3]; } inner; };
    void f(struct part *p) { p->n = 1; }
    void g(struct whole *w) { w->k = 1; })",
                                       {{"f", "g"}, {}, EntryMemory::Shared});
  EXPECT_THAT(driver.text, HasSubstr("&shared_whole.inner.parts[raceward_any_size() % 3] : "));
}

TEST_F(Entry, PassesOnWhatAFunctionReturned) {
  const EntryDriver driver = driverFor(R"(
    struct s { int n; };
    struct s *make(void);
    struct s *last;
    struct s *take(void) { return last; }
    int store(struct s **to) { *to = last; return 0; }
    void f(struct s *a) { a->n = 1; })",
                                       {{"take", "store", "f"}, {}});
  EXPECT_THAT(driver.text,
              AllOf(HasSubstr("static _Thread_local struct s *returned;"),
                    HasSubstr("struct s *result = take();"), HasSubstr("returned = result;"),
                    HasSubstr("returned = *to;"), HasSubstr("a = returned;")));
}

TEST_F(Entry, PassesOnWhatTheSetupReturns) {
  const EntryDriver driver = driverFor(R"(
    #include <stdlib.h>
    struct s { int n; };
    struct s *make(void) { return malloc(sizeof(struct s)); }
    void f(struct s *a) { a->n = 1; })",
                                       {{"f"}, {"make"}, EntryMemory::Shared});
  EXPECT_THAT(driver.text,
              AllOf(HasSubstr("shared_s = make();"), HasSubstr("struct s *a = shared_s;")));
}

TEST_F(Entry, TakesFunctionsOfTheSameType) {
  const EntryDriver driver = driverFor(R"(
    static int one(int n) { return n; }
    static long other(int n) { return n; }
    int (*const table[])(int) = {one};
    long (*const others[])(int) = {other};
    int f(int (*g)(int)) { return g(1); })",
                                       {{"f"}, {}});
  EXPECT_THAT(driver.text, AllOf(HasSubstr("= {0, one};"), Not(HasSubstr("other"))));
}

TEST_F(Entry, ReplacesNamesThatAreNotIdentifiers) {
  const EntryDriver driver =
      driverFor("int n; void linux_(int it, int levels, int main_) { n = it; }", {{"linux_"}, {}});
  EXPECT_THAT(driver.text, HasSubstr("int it_2 = raceward_any_int();"));
}

TEST_F(Entry, RefusesWhatCannotBeCalled) {
  EXPECT_THAT(errorFor("int f(int n) { return n; }", "g"), HasSubstr("no function 'g'"));
  EXPECT_THAT(errorFor("int f(int n); int g(void) { return f(1); }", "f"),
              HasSubstr("'f' has no body"));
  EXPECT_THAT(errorFor("int f(int n, ...) { return n; }", "f"), HasSubstr("variable number"));
  EXPECT_THAT(errorFor("int main(void) { return 0; }", "main"), HasSubstr("leave out --entry"));
  EXPECT_THAT(errorFor("int f(_Complex double n) { return n == 1; }", "f"),
              HasSubstr("parameter 1 of 'f'"));
}

TEST_F(Entry, NamesCandidatesIfThereIsNoMain) {
  LoadRequest request;
  request.files = {folder_.add("a.c", "int f(void) { return 0; } int g(void) { return f(); }")};
  const Result<Program> program = loadProgram(request);
  ASSERT_FALSE(program);
  EXPECT_THAT(program.error().hint, AllOf(HasSubstr("--entry"), HasSubstr("calls g")));
}

TEST_F(Entry, SurvivesCircularTypes) {
  const EntryDriver driver = driverFor(R"(
    struct a; typedef void (*hook)(struct a *, void *);
    struct b { struct a *up; struct b *next; hook hooks[40]; };
    struct a { struct b *down[30]; hook hook; struct a **all; };
    void f(struct a *a, struct b b) { a->down[1] = b.next; })",
                                       {{"f"}, {}});
  EXPECT_THAT(driver.text, HasSubstr("struct b b;"));
}

} // namespace
} // namespace raceward
