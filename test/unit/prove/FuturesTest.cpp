// What a thread may still do, by the code. Each promise (a lock, the absence of an access) has a
// program that looks alike and must not get it.
#include "raceward/prove/Futures.h"
#include "Judge.h"

#include <gtest/gtest.h>

#include <optional>

namespace raceward::test {
namespace {

/// A C text, and futures from the places in it that call mark().
class Code {
public:
  explicit Code(const std::string &text) : folder_(*TemporaryDirectory::create()) {
    const std::string file = folder_.path() + "/test.c";
    EXPECT_TRUE(
        writeFileAtomically(file, std::string(kPrelude) +
                                      "static void mark(void) {}\n"
                                      "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
                                      "static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;\n"
                                      "static int x, y, c;\n" +
                                      text)
            .has_value());
    LoadRequest request;
    request.files = {file};
    Result<Program> loaded = loadProgram(request);
    EXPECT_TRUE(loaded) << (loaded ? "" : loaded.error().details);
    program_ = std::make_unique<Program>(std::move(*loaded));
    facts_ = std::make_unique<Facts>(*program_);
    suspects_ = std::make_unique<SuspectSet>(findSuspects(*facts_));
    visible_.assign(program_->sites().size(), true);
    MachineNames names;
    names.variable = [](GlobalId global) { return ObjectId(2 * global.index()); };
    names.lock = [](GlobalId global, std::int64_t) { return ObjectId(2 * global.index() + 1); };
    futures_ = std::make_unique<Futures>(*facts_, *suspects_, visible_, std::move(names));
  }

  /// After the first call of mark() in this function, called from nowhere.
  const Future &from(const std::string &function) {
    for (const Function &each : program_->functions())
      for (std::uint32_t i = 0; each.name == function && i < each.code.instructions.size(); ++i) {
        const Instruction &instruction = each.code.instructions[i];
        if (instruction.op == Op::Call && instruction.callee.valid() &&
            program_->function(instruction.callee).name == "mark")
          return futures_->from({{{{each.id, i}, false}}, {}});
      }
    ADD_FAILURE() << "no mark() in " << function;
    return anyFuture();
  }

  /// The numbers of locks on the ways to accesses of this variable: "write 0 1"; empty if there
  /// is none.
  std::string accessesOf(const Deeds &deeds, const std::string &name) const {
    std::string text;
    for (const FutureAccess &access : deeds.accesses) {
      if (!access.site.valid() || program_->sites()[access.site.index()].name != name)
        continue;
      text += writes(access.access.kind) ? "write" : "read";
      std::set<std::size_t> counts;
      for (const HeldLocks &locks : access.locksets)
        counts.insert(locks.size());
      for (const std::size_t count : counts)
        text += " " + std::to_string(count);
      text += ";";
    }
    return text;
  }

private:
  TemporaryDirectory folder_;
  std::unique_ptr<Program> program_;
  std::unique_ptr<Facts> facts_;
  std::unique_ptr<SuspectSet> suspects_;
  std::vector<bool> visible_;
  std::unique_ptr<Futures> futures_;
};

TEST(Futures, UntakenBranchesCountAndWhatLiesBehindDoesNot) {
  Code code("int main(void) { y = 1; mark(); if (c) x = 1; return 0; }");
  const Future &future = code.from("main");
  EXPECT_EQ(code.accessesOf(future.own, "x"), "write 0;");
  EXPECT_EQ(code.accessesOf(future.own, "y"), "");
  EXPECT_FALSE(future.own.anything);
}

TEST(Futures, ALoopGoesOn) {
  Code code("int main(void) { for (int i = 0; i < 3; i++) { x = i; mark(); } return 0; }");
  EXPECT_EQ(code.accessesOf(code.from("main").own, "x"), "write 0;");
  EXPECT_FALSE(code.from("main").own.mayWait) << "it counts";
  Code waits("int main(void) { while (c == 0) { mark(); } return 0; }");
  EXPECT_TRUE(waits.from("main").own.mayWait);
}

TEST(Futures, LocksetsOfPathsStayApart) {
  Code both("int main(void) { mark(); pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);"
            " y = 1; return 0; }");
  EXPECT_EQ(both.accessesOf(both.from("main").own, "x"), "write 1;");
  EXPECT_EQ(both.accessesOf(both.from("main").own, "y"), "write 0;");
  Code one("int main(void) { mark(); if (c) pthread_mutex_lock(&m); x = 1; return 0; }");
  EXPECT_EQ(one.accessesOf(one.from("main").own, "x"), "write 0 1;");
}

TEST(Futures, AFunctionIsEnteredWithTheLocksOfItsCaller) {
  Code code("static void set(void) { x = 1; }\n"
            "int main(void) { mark(); set(); pthread_mutex_lock(&m); pthread_mutex_lock(&n); set();"
            " pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return 0; }");
  EXPECT_EQ(code.accessesOf(code.from("main").own, "x"), "write 0 2;");
}

TEST(Futures, ATrylockMayFail) {
  Code code("int main(void) { mark(); pthread_mutex_trylock(&m); x = 1; return 0; }");
  EXPECT_EQ(code.accessesOf(code.from("main").own, "x"), "write 0 1;");
}

TEST(Futures, ReadersAreToldFromWriters) {
  const auto isExclusive = [](const std::string &lock) {
    Code code("static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;\n"
              "int main(void) { mark(); " +
              lock + "(&r); x = 1; return 0; }");
    const Deeds &own = code.from("main").own;
    return own.accesses.size() == 1 && own.accesses[0].locksets.size() == 1 &&
           own.accesses[0].locksets[0].size() == 1 && own.accesses[0].locksets[0][0].exclusive;
  };
  EXPECT_TRUE(isExclusive("pthread_rwlock_wrlock"));
  EXPECT_FALSE(isExclusive("pthread_rwlock_rdlock"));
}

TEST(Futures, AFunctionLocksForItsCaller) {
  Code code("static void take(void) { pthread_mutex_lock(&m); }\n"
            "int main(void) { mark(); take(); x = 1; pthread_mutex_unlock(&m); return 0; }");
  EXPECT_EQ(code.accessesOf(code.from("main").own, "x"), "write 1;");
}

TEST(Futures, WhatIsNotCertainlyHeldIsNotGivenUpInPeace) {
  Code code("int main(void) { mark(); pthread_mutex_unlock(&m); return 0; }");
  EXPECT_TRUE(code.from("main").own.anything);
}

TEST(Futures, ALockThatAPointerMayLeadElsewhereFromProtectsNothing) {
  Code code("int main(void) { pthread_mutex_t *p = c ? &m : &n; mark();"
            " pthread_mutex_lock(p); x = 1; return 0; }");
  EXPECT_EQ(code.accessesOf(code.from("main").own, "x"), "write 0;");
}

TEST(Futures, CreatedThreadsCountAsManyAndWithTheirOwn) {
  Code code("static void *grandchild(void *p) { y = 1; return p; }\n"
            "static void *child(void *p) { pthread_t t; x = 1;"
            " pthread_create(&t, 0, grandchild, 0); return p; }\n"
            "int main(void) { pthread_t t; mark(); pthread_create(&t, 0, child, 0); return 0; }");
  const Future &future = code.from("main");
  ASSERT_EQ(future.created.size(), 4U);
  EXPECT_EQ(code.accessesOf(future.own, "x"), "");
  EXPECT_EQ(code.accessesOf(future.created[0], "x") + code.accessesOf(future.created[2], "x"),
            "write 0;");
  EXPECT_EQ(code.accessesOf(future.created[0], "y") + code.accessesOf(future.created[2], "y"),
            "write 0;");
}

TEST(Futures, WhatIsNotKnownIsAnything) {
  Code outside("void elsewhere(void);\nint main(void) { mark(); if (c) elsewhere(); return 0; }");
  EXPECT_TRUE(outside.from("main").own.anything);
  Code section("int main(void) { mark(); __VERIFIER_atomic_begin(); x = 1;"
               " __VERIFIER_atomic_end(); return 0; }");
  EXPECT_TRUE(section.from("main").own.anything);
}

TEST(Futures, AJoinThatMayFailIsAnything) {
  const std::string child = "static void *child(void *p) { x = 1; return p; }\n";
  const std::string begin = "int main(void) { pthread_t t; ";
  const std::string end =
      "pthread_create(&t, 0, child, 0); mark(); pthread_join(t, 0); return 0; }";
  Code plain(child + begin + end);
  EXPECT_FALSE(plain.from("main").own.anything);
  Code detaches("static void *child(void *p) { pthread_detach(pthread_self()); return p; }\n" +
                begin + end);
  EXPECT_TRUE(detaches.from("main").own.anything);
  const std::string attribute = "pthread_attr_t a; pthread_attr_init(&a);"
                                " pthread_attr_setdetachstate(&a, ";
  Code attributes(child + begin + attribute + "PTHREAD_CREATE_DETACHED); " + end);
  EXPECT_TRUE(attributes.from("main").own.anything);
  Code joinable(child + begin + attribute + "PTHREAD_CREATE_JOINABLE); " + end);
  EXPECT_FALSE(joinable.from("main").own.anything);
  Code detachedOnly("static void *child(void *p) { pthread_detach(pthread_self()); return p; }\n"
                    "int main(void) { pthread_t t; pthread_create(&t, 0, child, 0); mark();"
                    " return 0; }");
  EXPECT_FALSE(detachedOnly.from("main").own.anything);
  Code byTwo(
      "static pthread_t h;\nstatic void *child(void *p) { pthread_join(h, 0); return p; }\n" +
      begin + "pthread_create(&h, 0, child, 0); " + end);
  EXPECT_TRUE(byTwo.from("main").own.anything);
  Code ownChild("static void *grandchild(void *p) { return p; }\nstatic void *child(void *p) {"
                " pthread_t g; pthread_create(&g, 0, grandchild, 0); pthread_join(g, 0);"
                " return p; }\n" +
                begin + end);
  EXPECT_FALSE(ownChild.from("main").own.anything);
}

TEST(Futures, TheEndOfALocalThatOthersTouchIsAWrite) {
  Code shared("static int *p;\nstatic void *child(void *q) { *p = 1; return q; }\n"
              "static void work(void) { int local = 0; p = &local; pthread_t t;"
              " pthread_create(&t, 0, child, 0); mark(); }\n"
              "int main(void) { work(); return 0; }");
  const auto ends = [](const Deeds &deeds) {
    return std::any_of(deeds.accesses.begin(), deeds.accesses.end(),
                       [](const FutureAccess &access) { return !access.site.valid(); });
  };
  EXPECT_TRUE(ends(shared.from("work").own));
  Code own("static void *child(void *q) { return q; }\n"
           "static void work(void) { pthread_t t; pthread_create(&t, 0, child, 0); mark();"
           " pthread_join(t, 0); }\n"
           "int main(void) { work(); return 0; }");
  EXPECT_FALSE(ends(own.from("work").own));
}

} // namespace
} // namespace raceward::test
