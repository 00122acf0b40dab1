#include "Loading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

namespace raceward {
namespace {

using test::functionNamed;
using test::instructionsOf;
using test::loaded;
using test::sitesOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Loads a program and checks that what normalisation made is still LLVM IR.
Program normalised(std::string_view text, const std::string &extension = ".c",
                   DataModel dataModel = DataModel::LP64) {
  Program program = loaded(text, extension, dataModel);
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  EXPECT_FALSE(llvm::verifyModule(program.module(), &stream)) << problems;
  return program;
}

bool usesRegister(const Function &function, std::uint32_t reg) {
  const auto is = [&](const Operand &operand) {
    return operand.kind == Operand::Kind::Register && operand.index == reg;
  };
  for (const Operand &operand : function.code.operands)
    if (is(operand))
      return true;
  for (const Move &move : function.code.moves)
    if (is(move.source))
      return true;
  return false;
}

TEST(ScopeEnds, EachWayOutGoesOnByItself) {
  const Program program =
      normalised("int g(int *p) { return *p; } int f(int n) { for (int i = 0; i < n; i++) {"
                 " int x = i; if (g(&x)) return 1; if (x > 3) break; } return 0; }"
                 " int main(int argc, char **argv) { return f(argc); }");
  EXPECT_THAT(instructionsOf(functionNamed(program, "f"), Op::Switch), IsEmpty());
}

TEST(ScopeEnds, ASwitchOfTheProgramStays) {
  const Program program = normalised(
      "int c, x; int f(int n) { switch (n) { case 1: return c; case 2: x = 1; } return x;"
      " } int main(int argc, char **argv) { return f(argc); }");
  EXPECT_EQ(instructionsOf(functionNamed(program, "f"), Op::Switch).size(), 1u);
}

/// Branches in `f` of this text.
std::size_t branchesIn(const std::string &f) {
  const Program program = normalised("int c, x, y; int g(void) { return c; }" + f +
                                     " int main(int argc, char **argv) { return f(argc); }");
  return instructionsOf(functionNamed(program, "f"), Op::Branch).size();
}

TEST(ScopeEnds, WhoHasDecidedIsNotAskedAgain) {
  // error is zero after the first question only.
  EXPECT_EQ(branchesIn("int f(int n) { int error = 0; if (n == 3) { error = 2; goto out; } x = 1;"
                       " out: if (error == 0) y = 1; return error; }"),
            1u);
  EXPECT_EQ(branchesIn("int f(int n) { int r = g(); if (r != 0) goto out; x = 1;"
                       " out: if (r != 0) y = 1; return r; }"),
            1u);
  EXPECT_EQ(branchesIn("int f(int n) { _Bool bad = 0; do { if (n == 1) { bad = 1; break; } x = 1; }"
                       " while (0); if (!bad) y = 1; return 0; }"),
            1u);
}

TEST(ScopeEnds, WhoHasNotDecidedIsAsked) {
  EXPECT_EQ(branchesIn("int f(int n) { int error = g(); if (n == 3) goto out; x = 1;"
                       " out: if (error == 0) y = 1; return error; }"),
            2u);
  EXPECT_EQ(branchesIn("int f(int n) { int r = g(); if (r != 0) goto out; x = 1;"
                       " out: if (r != 1) y = 1; return r; }"),
            2u); // other than zero may be one
  EXPECT_EQ(branchesIn("int f(int n) { int r = g(); if (r != 0) { r = g(); goto out; } x = 1;"
                       " out: if (r != 0) y = 1; return r; }"),
            2u);
  EXPECT_EQ(branchesIn("int f(int n) { volatile int r = 0; if (n) { r = 1; goto out; } x = 1;"
                       " out: if (r != 0) y = 1; return r; }"),
            2u);
}

TEST(ScopeEnds, LoopsKeepTheirHeads) {
  EXPECT_EQ(branchesIn("int f(int n) { for (int i = 0; i < 4; i++) x += i; return 0; }"), 1u);
}

TEST(ScopeEnds, ALoopOfTwoConditionsEndsAtEither) {
  const Program program = normalised("int c, x; int g(void) { return c; } int f(int n) { int i = 0;"
                                     " while (i < n && g() == 0) i++; return i; }"
                                     " int main(int argc, char **argv) { return f(argc); }");
  for (const llvm::BasicBlock &block : *functionNamed(program, "f").origin)
    for (const llvm::PHINode &phi : block.phis())
      EXPECT_FALSE(phi.getType()->isIntegerTy(1));
}

TEST(ScopeEnds, VariablesStayInMemoryAfterSetjmp) {
  const Program program = normalised(
      "#include <setjmp.h>\njmp_buf j; int g(int *p) { return *p; } int f(int n) {"
      " if (setjmp(j)) return 2; for (int i = 0; i < n; i++) { int x = i; if (g(&x)) return 1; }"
      " return 0; } int main(int argc, char **argv) { return f(argc); }");
  EXPECT_FALSE(instructionsOf(functionNamed(program, "f"), Op::Switch).empty());
}

TEST(Uninitialised, LocalThatIsReadFirstIsAFreshInput) {
  const Program program = normalised("int main(void) { int u; return u; }");
  const auto inputs = instructionsOf(program.entry(), Op::FreshInput);
  ASSERT_EQ(inputs.size(), 1u);
  EXPECT_TRUE(usesRegister(program.entry(), inputs[0]->result));
}

TEST(Uninitialised, LocalThatIsWrittenFirstIsNone) {
  const Program program =
      normalised("int c; int main(void) { int u; if (c) u = 5; else u = 6; return u; }");
  EXPECT_THAT(instructionsOf(program.entry(), Op::FreshInput), IsEmpty());
}

// LLVM would fold phi(5, undef) to 5, and every run in which `u` is something else with it.
TEST(Uninitialised, LocalThatOneBranchWritesKeepsBothValues) {
  const Program program = normalised("int c, x; int main(void) { int u; if (c) u = 5;"
                                     " x = u; return 0; }");
  const auto inputs = instructionsOf(program.entry(), Op::FreshInput);
  ASSERT_EQ(inputs.size(), 1u);
  bool movesFresh = false;
  bool movesFive = false;
  for (const Move &move : program.entry().code.moves) {
    movesFresh |=
        move.source.kind == Operand::Kind::Register && move.source.index == inputs[0]->result;
    if (move.source.kind == Operand::Kind::Constant) {
      const auto *number = std::get_if<llvm::APInt>(&program.constants()[move.source.index].value);
      movesFive |= number && *number == 5;
    }
  }
  EXPECT_TRUE(movesFresh);
  EXPECT_TRUE(movesFive);
  EXPECT_THAT(sitesOf(program, "main"), Contains("write 'x'"));
}

TEST(Uninitialised, EachRoundOfALoopBeginsAnew) {
  const Program program = normalised("int f(int); int c; int main(void) { while (c) {"
                                     " int u; if (c > 1) u = 1; c = u; } return 0; }");
  const Function &main = program.entry();
  ASSERT_EQ(instructionsOf(main, Op::FreshInput).size(), 1u);
  // It stands in the loop, not before it: behind the first jump target.
  EXPECT_NE(main.code.instructions.front().op, Op::FreshInput);
}

TEST(Setjmp, KeepsLocalsInMemory) {
  const char *body = "int main(void) { int n = 0; n = f(n); n++; return n; }";
  const std::string declarations = "#include <setjmp.h>\njmp_buf b; int f(int);\n";
  EXPECT_THAT(sitesOf(normalised(declarations + body), "main"), IsEmpty());
  const Program program = normalised(
      declarations + "int main(void) { int n = 0; if (setjmp(b)) return n; n++; f(n); return 0; }");
  std::vector<std::string> sites = sitesOf(program, "main");
  std::erase_if(sites, [](const std::string &site) { // clang's own, such as <result>
    return site.find('<') != std::string::npos;
  });
  EXPECT_THAT(sites, ElementsAre("write 'n'", "write 'b' by _setjmp", "read 'n'", "read 'n'",
                                 "write 'n'", "read 'n'"));
}

TEST(MemoryCalls, AreInstructionsThatRememberTheirName) {
  const Program program = normalised("#include <string.h>\nstruct s { int a[9]; } x, y; char *p;\n"
                                     "int main(void) { x = y; p = memcpy(&x, &y, sizeof x);"
                                     " memset(&x, 0, 4); memmove(x.a, x.a + 1, 8); return 0; }");
  EXPECT_EQ(instructionsOf(program.entry(), Op::CopyMemory).size(), 2u);
  EXPECT_EQ(instructionsOf(program.entry(), Op::SetMemory).size(), 1u);
  EXPECT_EQ(instructionsOf(program.entry(), Op::MoveMemory).size(), 1u);
  EXPECT_THAT(instructionsOf(program.entry(), Op::LibraryCall), IsEmpty());
  EXPECT_THAT(sitesOf(program, "main"),
              ElementsAre("write 'x'", "read 'y'", "write 'x' by memcpy", "read 'y' by memcpy",
                          "write 'p'", "write 'x.a[0]' by memset", "write 'x.a' by memmove",
                          "read 'x.a[1]' by memmove"));
}

TEST(MemoryCalls, OfTheProgramStayCalls) {
  const Program program = normalised("void *memset(void *p, int c, unsigned long n) { return p; }\n"
                                     "int x; int main(void) { memset(&x, 0, 4); return 0; }");
  EXPECT_EQ(instructionsOf(program.entry(), Op::Call).size(), 1u);
}

TEST(LibraryAtomics, AreAtomicAccesses) {
  const Program program = normalised(
      "typedef struct { long v[4]; } wide; wide a, b;\n"
      "int main(void) { __atomic_load(&a, &b, __ATOMIC_ACQUIRE);"
      " __atomic_store(&a, &b, __ATOMIC_RELEASE);"
      " return __atomic_compare_exchange(&a, &b, &b, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); }");
  EXPECT_THAT(sitesOf(program, "main"),
              ElementsAre("atomic read (acquire) 'a'", "write 'b'", "read 'b'",
                          "atomic write (release) 'a'", "read 'b'", "read 'b'",
                          "atomic read-write (seq_cst) 'a'", "write 'b'"));
  EXPECT_THAT(instructionsOf(program.entry(), Op::LibraryCall), IsEmpty());
}

TEST(LibraryAtomics, OfOtherSizesStayWithoutAModel) {
  const Program program = normalised("struct { char c[24]; } a, b; int main(void) {"
                                     " __atomic_load(&a, &b, __ATOMIC_SEQ_CST); return 0; }");
  const auto calls = instructionsOf(program.entry(), Op::LibraryCall);
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0]->library, nullptr);
}

TEST(LibraryAtomics, ByValueAreUnderstoodToo) {
  const Program program = normalised("declare i64 @__atomic_fetch_add_8(ptr, i64, i32)\n"
                                     "declare i64 @__atomic_load_8(ptr, i32)\n"
                                     "@x = global i64 0\n"
                                     "define i32 @main() {\n"
                                     "  %a = call i64 @__atomic_fetch_add_8(ptr @x, i64 1, i32 3)\n"
                                     "  %b = call i64 @__atomic_load_8(ptr @x, i32 5)\n"
                                     "  %c = add i64 %a, %b\n  %d = trunc i64 %c to i32\n"
                                     "  ret i32 %d\n}\n",
                                     ".ll");
  EXPECT_THAT(sitesOf(program, "main"),
              ElementsAre("atomic read-write (release) 'x'", "atomic read (seq_cst) 'x'"));
}

bool accessesPointer(const Program &program, std::string_view function, Op op) {
  for (const Instruction *instruction : instructionsOf(functionNamed(program, function), op)) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(instruction->origin);
    const auto *compare = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(instruction->origin);
    const llvm::Type *type = store     ? store->getValueOperand()->getType()
                             : compare ? compare->getNewValOperand()->getType()
                                       : instruction->origin->getType();
    if (instruction->origin->isAtomic() && type->isPointerTy())
      return true;
  }
  return false;
}

// clang moves atomic pointers as integers, in which nobody would find them again.
TEST(PointerAccesses, AtomicPointersArePointers) {
  for (const DataModel model : {DataModel::LP64, DataModel::ILP32}) {
    const Program program = normalised(
        "#include <stdatomic.h>\nstruct n { struct n *next; }; struct n *_Atomic top;\n"
        "void put(struct n *n) { atomic_store(&top, n); }\n"
        "struct n *get(void) { return atomic_load(&top); }\n"
        "struct n *swap(struct n *n) { return atomic_exchange(&top, n); }\n"
        "void push(struct n *n) { while (!atomic_compare_exchange_weak(&top, &n->next, n)); }\n"
        "void into(struct n *_Atomic *slot, struct n **old, struct n *n)"
        " { atomic_compare_exchange_strong(slot, old, n); }\n"
        "int main(void) { return 0; }",
        ".c", model);
    EXPECT_TRUE(accessesPointer(program, "put", Op::Store));
    EXPECT_TRUE(accessesPointer(program, "get", Op::Load));
    EXPECT_TRUE(accessesPointer(program, "swap", Op::Exchange));
    EXPECT_TRUE(accessesPointer(program, "push", Op::CompareExchange));
    EXPECT_TRUE(accessesPointer(program, "into", Op::CompareExchange));
    // What was expected is rewritten with a pointer, and not with a number.
    for (const char *name : {"push", "into"})
      for (const Instruction *store : instructionsOf(functionNamed(program, name), Op::Store))
        EXPECT_TRUE(
            llvm::cast<llvm::StoreInst>(store->origin)->getValueOperand()->getType()->isPointerTy())
            << name;
    // No temporary is left.
    EXPECT_THAT(sitesOf(program, "put"), ElementsAre("atomic write (seq_cst) 'top'"));
  }
}

TEST(PointerAccesses, StructsWithPointersAreVisiblyCast) {
  const auto casts = [](const std::string &member) {
    const Program program = normalised("#include <stdatomic.h>\nstruct t { " + member +
                                       " long tag; }; _Atomic struct t a;\n"
                                       "void put(struct t *t) { atomic_store(&a, *t); }\n"
                                       "int main(void) { return 0; }");
    unsigned count = 0;
    for (const llvm::Instruction &instruction :
         llvm::instructions(*functionNamed(program, "put").origin))
      count += llvm::isa<llvm::IntToPtrInst>(instruction) ? 1 : 0;
    return count;
  };
  EXPECT_GT(casts("void *p;"), 0u);
  EXPECT_EQ(casts("long n;"), 0u);
}

TEST(PointerAccesses, NumbersStayNumbers) {
  const Program program =
      normalised("#include <stdatomic.h>\natomic_long n; union { long i; int *p; } u;\n"
                 "int main(void) { atomic_fetch_add(&n, 1); n = 4; u.i = 3;"
                 " return (int)n; }");
  for (const llvm::Instruction &instruction : llvm::instructions(*program.entry().origin))
    EXPECT_FALSE((llvm::isa<llvm::IntToPtrInst, llvm::PtrToIntInst>(instruction)));
}

TEST(ReservedNames, OfTheInputLoseTheirMeaning) {
  const Program program = normalised(R"(
declare i32 @raceward.fresh.i32()
define i32 @raceward.start() {
  ret i32 0
}
define i32 @main() {
  %x = alloca i32
  %p = alloca ptr
  store ptr %x, ptr %p
  %v = call i32 @raceward.fresh.i32()
  store volatile i32 %v, ptr %x, !raceward.name !0
  ret i32 0
}
!0 = !{!"a lie"}
)",
                                     ".ll");
  EXPECT_EQ(program.entry().name, "main");
  std::vector<Op> ops;
  for (const Instruction &instruction : program.entry().code.instructions)
    ops.push_back(instruction.op);
  EXPECT_THAT(ops, Contains(Op::LibraryCall)); // nobody knows it, and it is no input
  for (const AccessSite &site : program.sites())
    EXPECT_NE(site.name, "a lie");
}

TEST(Ifunc, IsAFunctionThatNobodyKnows) {
  const Program program = normalised("int one(void) { return 1; }\n"
                                     "static void *choose(void) { return one; }\n"
                                     "int get(void) __attribute__((ifunc(\"choose\")));\n"
                                     "int (*taken)(void) = get;\n"
                                     "int main(void) { return get(); }");
  const auto calls = instructionsOf(program.entry(), Op::LibraryCall);
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0]->library, nullptr);
  EXPECT_EQ(program.function(calls[0]->callee).name, "get (ifunc)");
}

// Every read counts, also of a value that decides nothing.
TEST(Normalise, AConditionThatDecidesNothingIsRead) {
  const Program program = loaded("int x, y;\n"
                                 "void f(void) { switch (x) { default: y = 1; } }\n"
                                 "void g(void) { switch (x) { case 1: case 2: default: y = 1; } }\n"
                                 "void h(void) { if (x) {} (void)x; }\n"
                                 "int main(void) { f(); g(); h(); return 0; }\n");
  EXPECT_THAT(sitesOf(program, "f"), ElementsAre("read 'x'", "write 'y'"));
  EXPECT_THAT(sitesOf(program, "g"), ElementsAre("read 'x'", "write 'y'"));
  EXPECT_THAT(sitesOf(program, "h"), ElementsAre("read 'x'", "read 'x'"));
}

TEST(Normalise, WhatConstantsExcludeIsRemoved) {
  const Program program = loaded("int x;\n"
                                 "void f(void) { while (1) { x = 1; } x = 2; }\n"
                                 "int main(void) { f(); return 0; }\n");
  EXPECT_THAT(sitesOf(program, "f"), ElementsAre("write 'x'"));
}

} // namespace
} // namespace raceward
