#include "Loading.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <llvm/IR/Instructions.h>

namespace raceward {
namespace {

using test::functionNamed;
using test::instructionsOf;
using test::loaded;
using test::sitesOf;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::int64_t numberIn(const Program &program, const Operand &operand) {
  if (operand.kind != Operand::Kind::Constant)
    return -1;
  const auto *number = std::get_if<llvm::APInt>(&program.constants()[operand.index].value);
  return number ? number->getSExtValue() : -1;
}

TEST(Decoder, ResolvesEverything) {
  const Program program = loaded(
      "#include <stdio.h>\nstruct s { int a; double d; } g[3]; int n; int (*h)(const char *) = "
      "puts;\n"
      "double f(struct s *p, int k) { double r = 0; for (int i = 0; i < k; i++) switch (p[i].a) {\n"
      "  case 1: r += p[i].d; break; case 2 ... 9: r -= 1; break; default: h(\"x\"); }\n"
      "  return k ? r : -r; }\n"
      "int main(void) { return (int)f(g, n); }");
  for (const Function &function : program.functions()) {
    const Code &code = function.code;
    for (const Instruction &instruction : code.instructions) {
      EXPECT_NE(instruction.op, Op::Unsupported);
      EXPECT_NE(instruction.origin, nullptr);
      EXPECT_LE(instruction.firstOperand + instruction.operandCount, code.operands.size());
      const bool leaves = instruction.origin->isTerminator();
      EXPECT_EQ(instruction.edgeCount, leaves ? instruction.origin->getNumSuccessors() : 0);
      if (instruction.result != kNoRegister) {
        EXPECT_LT(instruction.result, code.registerCount);
      }
    }
    for (const Edge &edge : code.edges) {
      ASSERT_LT(edge.target, code.instructions.size());
      EXPECT_LE(edge.firstMove + edge.moveCount, code.moves.size());
    }
    for (const Operand &operand : code.operands)
      EXPECT_LT(operand.index, operand.kind == Operand::Kind::Register
                                   ? code.registerCount
                                   : static_cast<std::uint32_t>(program.constants().size()));
  }
}

TEST(Decoder, PutsPhiNodesOnEdges) {
  // Two values that change places in every round: the moves of an edge happen at once.
  const Program program = loaded("define i32 @main() {\n"
                                 "entry:\n  br label %loop\n"
                                 "loop:\n"
                                 "  %a = phi i32 [ 1, %entry ], [ %b, %loop ]\n"
                                 "  %b = phi i32 [ 2, %entry ], [ %a, %loop ]\n"
                                 "  %c = icmp eq i32 %a, 2\n"
                                 "  br i1 %c, label %end, label %loop\n"
                                 "end:\n  ret i32 %b\n}\n",
                                 ".ll");
  const Code &code = program.entry().code;
  ASSERT_EQ(code.instructions.size(), 4u); // jump, compare, branch, return
  const auto enter = code.movesOf(code.edgesOf(code.instructions[0])[0]);
  ASSERT_EQ(enter.size(), 2u);
  EXPECT_EQ(numberIn(program, enter[0].source), 1);
  EXPECT_EQ(numberIn(program, enter[1].source), 2);
  const auto out = code.edgesOf(code.instructions[2]);
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[0].target, 3u);
  EXPECT_EQ(out[0].moveCount, 0u);
  EXPECT_EQ(out[1].target, 1u);
  const auto again = code.movesOf(out[1]);
  ASSERT_EQ(again.size(), 2u);
  EXPECT_EQ(again[0].target, enter[0].target);
  EXPECT_EQ(again[0].source.index, enter[1].target);
  EXPECT_EQ(again[1].source.index, enter[0].target);
}

TEST(Decoder, GivesSwitchesOneEdgePerCase) {
  const Program program =
      loaded("int f(int c) { switch (c) { case 1 ... 3: return 7; case 9: return 8; } return 0; }\n"
             "int main(void) { return f(2); }");
  const Function &f = functionNamed(program, "f");
  const auto switches = instructionsOf(f, Op::Switch);
  ASSERT_EQ(switches.size(), 1u);
  const auto operands = f.code.operandsOf(*switches[0]);
  const auto edges = f.code.edgesOf(*switches[0]);
  ASSERT_EQ(operands.size(), 5u); // the value and four cases
  ASSERT_EQ(edges.size(), 5u);    // the default and four cases
  EXPECT_EQ(numberIn(program, operands[1]), 1);
  EXPECT_EQ(numberIn(program, operands[4]), 9);
  EXPECT_EQ(edges[1].target, edges[3].target);
  EXPECT_NE(edges[0].target, edges[1].target);
}

TEST(Decoder, KnowsWhereComputedGotosLead) {
  const Program program = loaded("int x; int main(int c, char **v) { void *t[] = {&&a, &&b};"
                                 " goto *t[c & 1]; a: x = 1; b: x = 2; return 0; }");
  const auto jumps = instructionsOf(program.entry(), Op::IndirectJump);
  ASSERT_EQ(jumps.size(), 1u);
  EXPECT_EQ(jumps[0]->edgeCount, 2u);
  EXPECT_EQ(jumps[0]->operandCount, 1u);
}

TEST(Decoder, SeesThroughAliases) {
  const Program program = loaded("int a[4]; extern int b[4] __attribute__((alias(\"a\"), weak));\n"
                                 "void f(void) {} void g(void) __attribute__((alias(\"f\")));\n"
                                 "int main(void) { b[2] = 1; g(); return 0; }");
  const auto stores = instructionsOf(program.entry(), Op::Store);
  ASSERT_EQ(stores.size(), 1u);
  const Operand &at = program.entry().code.operandsOf(*stores[0])[1];
  ASSERT_EQ(at.kind, Operand::Kind::Constant);
  const auto *address = std::get_if<GlobalAddress>(&program.constants()[at.index].value);
  ASSERT_NE(address, nullptr);
  EXPECT_EQ(program.globals()[address->global.index()].name, "a");
  EXPECT_EQ(address->offset, 8);
  const auto calls = instructionsOf(program.entry(), Op::Call);
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(program.function(calls[0]->callee).name, "f");
  EXPECT_THAT(sitesOf(program, "main"), ElementsAre("write 'b[2]'"));
}

std::vector<std::string> names(const Program &program, const std::vector<FunctionId> &functions) {
  std::vector<std::string> list;
  for (const FunctionId function : functions)
    list.push_back(program.function(function).name);
  return list;
}

TEST(Decoder, KnowsWhatRunsBeforeAndAfterMain) {
  const Program program =
      loaded("#define C __attribute__((constructor\n#define D __attribute__((destructor\n"
             "C)) void plain(void) {}\nC(200))) void late(void) {}\nC(101))) void early(void) {}\n"
             "D(101))) void last(void) {}\nD)) void first(void) {}\n"
             "static void own(void) {}\n"
             "__attribute__((section(\".init_array\"), used)) static void (*entry)(void) = own;\n"
             "int main(void) { return 0; }");
  EXPECT_THAT(names(program, program.constructors()), ElementsAre("early", "late", "plain", "own"));
  EXPECT_THAT(names(program, program.destructors()), ElementsAre("first", "last"));
  EXPECT_THAT(loaded("int main(void) { return 0; }").constructors(), IsEmpty());
}

TEST(Decoder, CallsConstructorsAndDestructorsAroundMain) {
  const Program program = loaded(
      "#include <stdlib.h>\n__attribute__((constructor)) void up(int c, char **v) { v[0] = 0; }\n"
      "__attribute__((destructor)) void down(void) {}\n"
      "int main(int c, char **v) { if (c > 3) exit(1); return 0; }");
  std::vector<std::string> order;
  for (const Instruction *call : instructionsOf(program.entry(), Op::Call))
    order.push_back(program.function(call->callee).name);
  EXPECT_THAT(order, ElementsAre("up", "main", "down"));
  const auto beforeExit = instructionsOf(functionNamed(program, "main"), Op::Call);
  ASSERT_EQ(beforeExit.size(), 1u);
  EXPECT_EQ(program.function(beforeExit[0]->callee).name, "down");
  EXPECT_EQ(loaded("int main(void) { return 0; }").entry().name, "main");
}

// The caller reads the struct in order to copy it; the callee has a copy of its own.
TEST(Sites, ReadStructsThatArePassedByValue) {
  const char *text =
      "struct big { long v[8]; } g, *p = &g; struct in { struct big b; int n; } in;\n"
      "long f(struct big b) { return b.v[1]; }\n"
      "int main(void) { f(g); f(*p); f(in.b); return 0; }";
  for (const DataModel model : {DataModel::LP64, DataModel::ILP32}) {
    const Program program = loaded(text, ".c", model);
    EXPECT_THAT(sitesOf(program, "main"),
                ElementsAre("read 'g'", "read 'p'", "read '*p'", "read 'in.b'"));
    EXPECT_THAT(sitesOf(program, "f"), ElementsAre("read 'b.v[1]'"));
  }
}

TEST(Sites, WriteResultsThroughTheHiddenPointer) {
  for (const DataModel model : {DataModel::LP64, DataModel::ILP32}) {
    const Program program = loaded("struct big { long v[8]; } g; struct big f(void) { return g; }\n"
                                   "int main(void) { g = f(); return 0; }",
                                   ".c", model);
    EXPECT_THAT(sitesOf(program, "f"), ElementsAre("write '<result>'", "read 'g'"));
    EXPECT_THAT(sitesOf(program, "main"), ElementsAre("write 'g'", "read '<temporary>'"));
  }
}

TEST(Sites, OfNoByteAreNone) {
  const Program program = loaded("#include <string.h>\nint a, b; struct e {} x, y;\n"
                                 "int main(void) { memcpy(&a, &b, 0); x = y; return 0; }");
  EXPECT_THAT(sitesOf(program, "main"), IsEmpty());
}

TEST(Sites, LeaveOutLiteralsAndNull) {
  const Program program = loaded("#include <string.h>\n#include <time.h>\nint n;\n"
                                 "int main(void) { n = strlen(\"abc\"); time(0); return 0; }");
  EXPECT_THAT(sitesOf(program, "main"), ElementsAre("write 'n'"));
}

// A row says nothing about a call with other arguments; its accesses would be lost.
TEST(Sites, CallsThatDoNotFitTheirRowHaveNoModel) {
  const Program program = loaded("int read(); long pthread_mutex_lock(); char b[4];\n"
                                 "int main(void) { read(0, (long)b, 4); pthread_mutex_lock();"
                                 " read(0, b, 4); return 0; }");
  const auto calls = instructionsOf(program.entry(), Op::LibraryCall);
  EXPECT_EQ(std::ranges::count(calls, nullptr, &Instruction::library), 2);
  EXPECT_THAT(sitesOf(program, "main"), ElementsAre("write 'b' by read"));
}

TEST(Sites, AssemblyThatIsNotKnownIsNotHarmless) {
  const Program program =
      loaded("int x; int main(void) { __asm__ volatile(\"\" ::: \"memory\");"
             " __asm__ volatile(\"xend\" : \"+m\"(x)); __asm__ volatile(\"incl %0\" : "
             "\"+m\"(x)); return 0; }");
  EXPECT_EQ(instructionsOf(program.entry(), Op::Assembly).size(), 1u);
  EXPECT_THAT(sitesOf(program, "main"), ElementsAre("read 'x'", "write 'x'"));
}

TEST(Sites, CopiesOfArgumentListsAreAccesses) {
  const Program program =
      loaded("#include <stdarg.h>\nint f(int n, ...) { va_list a, b; va_start(a, n);"
             " va_copy(b, a); va_end(a); va_end(b); return n; }\n"
             "int main(void) { return f(1); }");
  EXPECT_THAT(sitesOf(program, "f"),
              ElementsAre("write 'a'", "write 'b'", "read 'a'", "write 'a'", "write 'b'"));
}

// On ILP32 the result of div() is written to memory whose address comes first; the row
// knows nothing of that.
TEST(Decoder, DoesNotTrustARowWhoseArgumentsHaveMoved) {
  constexpr std::string_view text = "typedef struct { int quot, rem; } div_t; div_t div(int, int);"
                                    "int main(void) { return div(7, 2).quot; }";
  const auto rowFor = [&](DataModel dataModel) {
    const Program program = loaded(text, ".c", dataModel);
    const auto calls = instructionsOf(program.entry(), Op::LibraryCall);
    return calls.size() == 1 ? calls[0]->library : nullptr;
  };
  EXPECT_EQ(rowFor(DataModel::LP64), findLibraryFunction("div"));
  EXPECT_EQ(rowFor(DataModel::ILP32), nullptr);
}

} // namespace
} // namespace raceward
