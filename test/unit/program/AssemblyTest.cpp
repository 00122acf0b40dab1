// Inline assembly as LLVM IR: which accesses it has, and what is left as it was.
#include "raceward/program/Assembly.h"
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
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Program checked(Program program) {
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  EXPECT_FALSE(llvm::verifyModule(program.module(), &stream)) << problems;
  return program;
}

Program inC(const std::string &body, DataModel model = DataModel::LP64) {
  return checked(loaded("int x, y; long words[4]; void *p; unsigned char b;\n"
                        "void f(int v, long w, int *at, void *q) {" +
                            body + "}\nint main(void) { f(1, 2, &x, &y); return 0; }",
                        ".c", model));
}

/// The access sites of f, and "left: …" for assembly that is left.
std::vector<std::string> accesses(const Program &program) {
  std::vector<std::string> found = sitesOf(program, "f");
  for (const Instruction *left : instructionsOf(functionNamed(program, "f"), Op::Assembly)) {
    const auto &call = llvm::cast<llvm::CallBase>(*left->origin);
    found.push_back(assemblyMayTouchMemory(call) ? "left: " + assemblyGap(call).message
                                                 : "harmless");
  }
  return found;
}

std::vector<std::string> of(const std::string &body, DataModel model = DataModel::LP64) {
  return accesses(inC(body, model));
}

std::string reasonFor(const std::string &body) {
  const std::vector<std::string> found = of(body);
  return found.empty() || !found.back().starts_with("left: ") ? std::string() : found.back();
}

// -- accesses -----------------------------------------------------------------------------------

TEST(Assembly, LockedInstructionsAreAtomicUpdates) {
  for (const char *text :
       {"lock; incl %0", "lock incl %0", "lock; decl %0", "lock; notl %0", "lock; addl $5, %0",
        "lock; subl $5, %0", "lock; orl $1, %0", "lock; andl $1, %0", "lock; xorl $1, %0",
        "lock; btsl $1, %0", "lock; btrl $1, %0", "lock; btcl $1, %0"})
    EXPECT_THAT(of(std::string("__asm__ volatile(\"") + text + R"c(" : "+m"(x) : : "memory");)c"),
                ElementsAre("atomic read-write (seq_cst) 'x'"))
        << text;
}

TEST(Assembly, ExchangesAreAtomicWithAndWithoutThePrefix) {
  const auto one = ElementsAre("atomic read-write (seq_cst) 'x'");
  EXPECT_THAT(of(R"c(__asm__ volatile("xchgl %0, %1" : "+r"(v), "+m"(x) : : "memory");)c"), one);
  EXPECT_THAT(of(R"c(__asm__ volatile("xchgl %1, %0" : "+r"(v), "+m"(x) : : "memory");)c"), one);
  EXPECT_THAT(of(R"c(__asm__ volatile("lock; xchg %0, %1" : "+r"(v), "+m"(x) : : "memory");)c"),
              one);
  EXPECT_THAT(of(R"c(__asm__ volatile("lock; xaddl %0, %1" : "+r"(v), "+m"(x) : : "memory");)c"),
              one);
  EXPECT_THAT(of(R"c(int e = 0; __asm__ volatile("lock; cmpxchgl %2, %1" : "+a"(e), "+m"(x)
                    : "r"(v) : "memory");)c"),
              one);
}

TEST(Assembly, WithoutThePrefixTheyAreTwoAccesses) {
  const auto two = ElementsAre("read 'x'", "write 'x'");
  for (const char *text : {"incl %0", "addl $5, %0", "btsl $1, %0", "shll $3, %0", "negl %0"})
    EXPECT_THAT(of(std::string("__asm__ volatile(\"") + text + R"c(" : "+m"(x) : : "memory");)c"),
                two)
        << text;
  EXPECT_THAT(of(R"c(__asm__ volatile("xaddl %0, %1" : "+r"(v), "+m"(x) : : "memory");)c"), two);
  EXPECT_THAT(of(R"c(int e = 0; __asm__ volatile("cmpxchgl %2, %1" : "+a"(e), "+m"(x)
                    : "r"(v) : "memory");)c"),
              two);
}

TEST(Assembly, WithoutTheClobberAnUpdateOrdersNothingForCertain) {
  const Program program = inC(R"c(__asm__ volatile("lock; incl %0" : "+m"(x));)c");
  EXPECT_THAT(accesses(program), ElementsAre("atomic read-write (relaxed) 'x'"));
  const auto updates = instructionsOf(functionNamed(program, "f"), Op::Exchange);
  ASSERT_EQ(updates.size(), 1u);
  EXPECT_TRUE(updates[0]->hasOpenOrder);
  EXPECT_EQ(strictOrderOf(*updates[0]->origin), MemoryOrder::SeqCst);
}

TEST(Assembly, SingleAccessesAreLooselyPlainAndStrictlyAtomic) {
  const Program program = inC(R"c(__asm__ volatile("movl %1, %0" : "=r"(v) : "m"(x) : "memory");
                                 __asm__ volatile("movl %1, %0" : "=m"(y) : "r"(v) : "memory");
                                 __asm__ volatile("movl %1, %0" : "=m"(y) : "r"(v));)c");
  EXPECT_THAT(accesses(program), ElementsAre("read 'x'", "write 'y'", "write 'y'"));
  const auto reads = instructionsOf(functionNamed(program, "f"), Op::Load);
  const auto writes = instructionsOf(functionNamed(program, "f"), Op::Store);
  ASSERT_EQ(reads.size(), 1u);
  ASSERT_EQ(writes.size(), 2u);
  EXPECT_EQ(strictOrderOf(*reads[0]->origin), MemoryOrder::Acquire);
  EXPECT_EQ(strictOrderOf(*writes[0]->origin), MemoryOrder::Release);
  EXPECT_EQ(strictOrderOf(*writes[1]->origin), MemoryOrder::Release);
}

TEST(Assembly, PlainUpdatesHaveOneReading) {
  const Program program = inC(R"c(__asm__ volatile("incl %0" : "+m"(x) : : "memory");)c");
  for (const Op op : {Op::Load, Op::Store})
    for (const Instruction *access : instructionsOf(functionNamed(program, "f"), op))
      EXPECT_FALSE(access->hasOpenOrder);
}

TEST(Assembly, AnyUpdateOfAPointerKeepsItAPointer) {
  const Program program =
      inC(R"c(__asm__ volatile("xchgq %0, %1" : "+r"(q), "+m"(p) : : "memory");)c");
  const auto updates = instructionsOf(functionNamed(program, "f"), Op::Exchange);
  ASSERT_EQ(updates.size(), 1u);
  EXPECT_TRUE(updates[0]->origin->getType()->isPointerTy());
}

TEST(Assembly, PositionsStay) {
  const Program program =
      inC("\n\n__asm__ volatile(\"lock; incl %0\" : \"+m\"(x) : : \"memory\");");
  for (const AccessSite &site : program.sites()) {
    if (site.function == "f") {
      EXPECT_EQ(site.at.line, 4u);
    }
  }
}

TEST(Assembly, FilledMemoryIsAsLongAsTheTextSays) {
  const Program program = inC(R"c(long n; void *end; __asm__ volatile("cld; rep; stosl"
      : "=c"(n), "=D"(end) : "a"(0), "0"(4), "1"(words) : "memory");)c");
  const auto fills = instructionsOf(functionNamed(program, "f"), Op::SetMemory);
  ASSERT_EQ(fills.size(), 1u);
  EXPECT_EQ(program.sites()[fills[0]->firstSite].bytes, 16u);
}

TEST(Assembly, BarriersAreFencesIfTheCompilerKnows) {
  const auto fences = [](const std::string &body) {
    return instructionsOf(functionNamed(inC(body), "f"), Op::Fence).size();
  };
  EXPECT_EQ(fences(R"c(__asm__ volatile("mfence" : : : "memory");)c"), 1u);
  EXPECT_EQ(fences(R"c(__asm__ volatile("lfence" : : : "memory");)c"), 1u);
  EXPECT_EQ(fences(R"c(__asm__ volatile("lock; addl $0, 0(%%rsp)" : : : "memory");)c"), 1u);
  EXPECT_EQ(fences(R"c(__asm__ volatile("lock; orq $0, -8(%%rsp)" : : : "memory");)c"), 1u);
  EXPECT_EQ(fences(R"c(__builtin_ia32_mfence();)c"), 1u);
  EXPECT_EQ(fences(R"c(__asm__ volatile("mfence");)c"), 0u);
  EXPECT_EQ(fences(R"c(__asm__ volatile("" : : : "memory");)c"), 0u);
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("lock; addl $1, 0(%%rsp)" : : : "memory");)c"), "");
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("addl $0, 0(%%rsp)" : : : "memory");)c"), "");
}

TEST(Assembly, NothingIsLeftOfWhatDoesNothing) {
  for (const char *text : {"", "nop", "pause", "rep; nop", "rep nop", "cld", "endbr64"})
    EXPECT_THAT(of(std::string("__asm__ volatile(\"") + text + R"c(" : : : "memory");)c"),
                IsEmpty())
        << text;
  EXPECT_THAT(of(R"c(__asm__ volatile("" : "+r"(v));)c"), IsEmpty());
  EXPECT_THAT(of(R"c(__asm__ volatile("" : : "r"(v), "m"(x) : "memory");)c"), IsEmpty());
  EXPECT_THAT(of(R"c(__asm__ volatile("" : "+m"(x));)c"), IsEmpty());
  EXPECT_THAT(of(R"c(__asm__ volatile("prefetcht0 %0" : : "m"(x));)c"), IsEmpty());
}

// -- registers ----------------------------------------------------------------------------------

TEST(Assembly, ResultsOfThePossiblyLongTextAreComputed) {
  for (
      const char *body :
      {R"c(__asm__("bswap %0" : "=r"(v) : "0"(v));)c",
       R"c(unsigned short s = 1; __asm__("rorw $8, %w0" : "=r"(s) : "0"(s) : "cc");)c",
       R"c(unsigned short s = 1; __asm__("xchgb %b0, %h0" : "=Q"(s) : "0"(s));)c",
       R"c(long h, l; __asm__("mulq %3" : "=a"(l), "=d"(h) : "0"(w), "rm"(w));)c",
       R"c(long h = 1; __asm__("addq %2, %0; adcq $0, %1" : "+&r"(w), "+r"(h) : "r"(w));)c",
       R"c(long n; __asm__("bsrq %1, %0" : "=r"(n) : "r"(w)); __asm__("popcnt %1, %0" : "=r"(n) : "r"(w));)c",
       R"c(unsigned a, d; __asm__ volatile("rdtsc" : "=a"(a), "=d"(d));)c",
       R"c(unsigned a, d; __asm__ volatile("rdtscp" : "=a"(a), "=d"(d) : : "ecx");)c",
       R"c(unsigned long t; __asm__ volatile("rdtsc" : "=A"(t));)c",
       R"c(unsigned char r; __asm__("cmpl $1, %1; sete %0" : "=q"(r) : "r"(v));)c",
       R"c(void *own; __asm__("movq %%fs:0, %0" : "=r"(own));)c"})
    EXPECT_THAT(of(body), IsEmpty()) << body;
}

TEST(Assembly, AnswersOfTheProcessorAreTheSameInAllThreads) {
  const Program program = inC(R"c(unsigned a = 0, b, c = 0, d; __asm__ volatile("cpuid"
      : "+a"(a), "=b"(b), "+c"(c), "=d"(d));)c");
  EXPECT_THAT(instructionsOf(functionNamed(program, "f"), Op::Assembly), IsEmpty());
  EXPECT_EQ(program.constructors().size(), 1u);
  EXPECT_EQ(instructionsOf(functionNamed(program, "f"), Op::Load).size(), 4u);
}

TEST(Assembly, InstructionsThatAreNotComputedAreHarmlessInRegisters) {
  EXPECT_THAT(of(R"c(double d = 2; __asm__("sqrtsd %1, %0" : "=x"(d) : "x"(d));)c"),
              ElementsAre("harmless"));
  EXPECT_THAT(of(R"c(__asm__("crc32l %1, %0" : "+r"(v) : "r"(v));)c"), ElementsAre("harmless"));
  EXPECT_THAT(of(R"c(int s; __asm__("movl %1, %0; addl %1, %0" : "=r"(s) : "r"(v));)c"),
              ElementsAre("harmless"));
  EXPECT_THAT(of(R"c(long sp; __asm__("movq %%rsp, %0" : "=r"(sp));)c"), ElementsAre("harmless"));
  // With memory they are not.
  EXPECT_NE(reasonFor(R"c(__asm__("crc32l %1, %0" : "+r"(v) : "m"(x));)c"), "");
  EXPECT_NE(reasonFor(R"c(__asm__("crc32l %a1, %0" : "+r"(v) : "r"(at));)c"), "");
  EXPECT_NE(reasonFor(R"c(__asm__("crc32l %1, %0" : "+r"(v) : "p"(at));)c"), "");
  EXPECT_NE(reasonFor(R"c(__asm__("crc32l (%1), %0" : "+r"(v) : "r"(at));)c"), "");
}

// -- what depends on the compiler ----------------------------------------------------------------

TEST(Assembly, AnOutputThatIsWrittenEarlyNeedsItsMark) {
  EXPECT_THAT(reasonFor(R"c(long r; __asm__ volatile("movq $1, %0; lock; xaddq %0, %1"
      : "=r"(r), "+m"(*(long *)q) : : "memory");)c"),
              HasSubstr("'&'"));
  EXPECT_EQ(reasonFor(R"c(long r; __asm__ volatile("movq $1, %0; lock; xaddq %0, %1"
      : "=&r"(r), "+m"(*(long *)q) : : "memory");)c"),
            "");
  // An object of the frame has no register for its address.
  EXPECT_EQ(reasonFor(R"c(long r, m = 0; __asm__ volatile("movq $1, %0; lock; xaddq %0, %1"
      : "=r"(r), "+m"(m) : : "memory");)c"),
            "");
  // The address may be in the register of an input of the same size.
  EXPECT_THAT(reasonFor(R"c(__asm__ volatile("addq $8, %0; incl %1" : "+r"(q), "+m"(*at)
      : : "memory");)c"),
              HasSubstr("'&'"));
}

TEST(Assembly, RegistersMustBeDeclared) {
  EXPECT_THAT(reasonFor(R"c(__asm__ volatile("movl $0, %%ecx; incl %0" : "+m"(x) : : "memory");)c"),
              HasSubstr("'cx'"));
  EXPECT_EQ(
      reasonFor(R"c(__asm__ volatile("movl $0, %%ecx; incl %0" : "+m"(x) : : "memory", "ecx");)c"),
      "");
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("movl $0, %%ecx" : : );)c"), "");
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("incl %0" : : "r"(v));)c"), "");
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("movq %0, %%rsp" : : "r"(w));)c"), "");
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("cpuid" : : "a"(0));)c"), "");
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("addl %%ecx, %0" : "+m"(x) : : "memory");)c"), "");
}

TEST(Assembly, MemoryMustBeNamedOrClobbered) {
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("movl $1, (%0)" : : "r"(at));)c"), "");
  EXPECT_THAT(of(R"c(__asm__ volatile("movl $1, (%0)" : : "r"(at) : "memory");)c"),
              ElementsAre("write '*at'"));
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("incl %0" : : "m"(x));)c"), "");
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("incl %0" : "=m"(x));)c"), "");
  EXPECT_EQ(reasonFor(R"c(__asm__ volatile("incl %0" : "=m"(*at) : "m"(*at));)c"), "");
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("incl %0" : "=m"(at[0]) : "m"(at[1]));)c"), "");
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("" : "=m"(x));)c"), "");
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("rep stosb" : "+D"(q), "+c"(w) : "a"(0));)c"), "");
}

TEST(Assembly, OperandsInMemoryNameTheirOwnBytes) {
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("movl %1, %0" : "=r"(v) : "m"(b));)c"), "");
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("lock; incl %0" : "+m"(b));)c"), "");
  EXPECT_EQ(reasonFor(R"c(__asm__ volatile("lock; incl %0" : "+m"(b) : : "memory");)c"), "");
  // The compiler may have left out what it wrote to the other bytes.
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("movb $0, %0" : "=m"(x));)c"), "");
  EXPECT_EQ(reasonFor(R"c(__asm__ volatile("movb $0, %0" : "+m"(x));)c"), "");
  // The number of a bit may lead to any word, one in the text does not.
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("btsl %1, %0" : "+m"(x) : "r"(v));)c"), "");
  EXPECT_EQ(reasonFor(R"c(__asm__ volatile("btsl $1, %0" : "+m"(x));)c"), "");
}

TEST(Assembly, SizesMustFit) {
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("xchgl %1, %0" : "+m"(x), "+r"(w) : : "memory");)c"),
            "");
  // For an assembler this is an error, and for texts of 32 bits what they have with `long`.
  EXPECT_EQ(reasonFor(R"c(__asm__ volatile("btsl %1, %0" : "+m"(x) : "r"(w) : "memory");)c"), "");
  EXPECT_EQ(reasonFor(R"c(__asm__ volatile("addl %k1, %0" : "+m"(x) : "r"(w) : "memory");)c"), "");
  EXPECT_NE(
      reasonFor(R"c(__asm__ volatile("addq %q1, %0" : "+m"(words[0]) : "r"(v) : "memory");)c"), "");
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("inc %0" : "+m"(x) : : "memory");)c"), "");
  EXPECT_NE(
      reasonFor(R"c(__asm__ volatile("bswapw %w0; incl %1" : "+r"(v), "+m"(x) : : "memory");)c"),
      "");
}

TEST(Assembly, FlagsMustBeSetBeforeTheyAreUsed) {
  EXPECT_NE(reasonFor(R"c(__asm__ volatile("adcl $1, %0" : "+m"(x) : : "memory");)c"), "");
  EXPECT_NE(
      reasonFor(
          R"c(__asm__ volatile("bsfl %1, %%ecx; setc %0" : "=m"(b) : "m"(x) : "ecx", "memory");)c"),
      "");
}

TEST(Assembly, WhatIsNotFollowedIsNamed) {
  EXPECT_THAT(reasonFor(R"c(long r; __asm__ volatile("syscall" : "=a"(r) : "0"(1) : "rcx", "r11",
      "memory");)c"),
              HasSubstr("'syscall' does is not known: it makes a system call"));
  EXPECT_THAT(reasonFor(R"c(__asm__ volatile("lock; incl %0; xend" : "+m"(x) : : "memory");)c"),
              HasSubstr("the instruction 'xend' is not modelled"));
  EXPECT_THAT(reasonFor(R"c(__asm__ volatile(".byte 0xf3, 0x90");)c"), HasSubstr("'.byte'"));
  EXPECT_THAT(reasonFor(R"c(__asm__ volatile("1: decl %0; jnz 1b" : "+m"(x) : : "memory");)c"),
              HasSubstr("labels"));
  EXPECT_THAT(reasonFor(R"c(__asm__ volatile("lock; movl $1, %0" : "=m"(x) : : "memory");)c"),
              HasSubstr("prefix 'lock'"));
  EXPECT_THAT(reasonFor(R"c(__asm__ volatile("lock; incl %0" : "+r"(v) : : "memory");)c"),
              HasSubstr("a register is locked"));
  EXPECT_THAT(reasonFor(R"c(__asm__ volatile("std; rep; stosb" : "+D"(q), "+c"(w) : "a"(0)
      : "memory");)c"),
              HasSubstr("'std'"));
  EXPECT_THAT(reasonFor(R"c(__asm__ volatile("movq %%fs:40, %0" : "=m"(words[0]) : : "memory");)c"),
              HasSubstr("left: "));
  EXPECT_THAT(reasonFor(R"c(__asm__ volatile("pushq %0; popq %0" : "+r"(w));)c"),
              HasSubstr("below the stack pointer"));
}

TEST(Assembly, ProgramsOf32Bits) {
  EXPECT_THAT(
      of(R"c(__asm__ volatile("lock; incl %0" : "+m"(x) : : "memory");)c", DataModel::ILP32),
      ElementsAre("atomic read-write (seq_cst) 'x'"));
  EXPECT_THAT(of(R"c(unsigned long long t; __asm__ volatile("rdtsc" : "=A"(t)); words[0] = t;)c",
                 DataModel::ILP32),
              ElementsAre("write 'words[0]'"));
  EXPECT_THAT(of(R"c(unsigned a = 1, b, c, d; __asm__ volatile("pushl %%ebx; cpuid; movl %%ebx, %1;"
                    " popl %%ebx" : "+a"(a), "=&r"(b), "=c"(c), "=d"(d));)c",
                 DataModel::ILP32),
              ::testing::Not(Contains(HasSubstr("left"))));
  EXPECT_THAT(
      of(R"c(__asm__ volatile("incq %0" : "+m"(words[0]) : : "memory");)c", DataModel::ILP32),
      Contains(HasSubstr("left")));
}

TEST(Assembly, NamesOfOursInGivenIrAreRenamed) {
  const Program program = checked(loaded(R"c(
target triple = "x86_64-unknown-linux-gnu"
@raceward.processor = global i8 7
define i32 @main() {
  %r = call { i32, i32, i32, i32 } asm sideeffect "cpuid", "={ax},={bx},={cx},={dx},0,2"(i32 0, i32 0)
  %v = load i8, ptr @raceward.processor
  ret i32 0
})c",
                                         ".ll"));
  EXPECT_NE(program.module().getGlobalVariable("given.raceward.processor"), nullptr);
}

// -- ARM ------------------------------------------------------------------------------------------

std::vector<std::string> onArm(const std::string &call) {
  const Program program = checked(loaded(R"c(
target datalayout = "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128"
target triple = "aarch64-unknown-linux-gnu"
@x = global i32 0
@w = global i64 0
define void @f(i32 %v, i64 %l, ptr %p) {
  )c" + call + R"c(
  ret void
}
define i32 @main() {
  call void @f(i32 1, i64 2, ptr @x)
  ret i32 0
})c",
                                         ".ll"));
  std::vector<std::string> found = accesses(program);
  for (const Instruction *fence : instructionsOf(functionNamed(program, "f"), Op::Fence))
    found.push_back("fence " + std::string(llvm::toIRString(
                                   llvm::cast<llvm::FenceInst>(fence->origin)->getOrdering())));
  return found;
}

TEST(AssemblyOfArm, Barriers) {
  EXPECT_THAT(onArm(R"c(call void asm sideeffect "dmb ish", "~{memory}"())c"),
              ElementsAre("fence seq_cst"));
  EXPECT_THAT(onArm(R"c(call void asm sideeffect "dsb sy", "~{memory}"())c"),
              ElementsAre("fence seq_cst"));
  EXPECT_THAT(onArm(R"c(call void asm sideeffect "dmb ishld", "~{memory}"())c"),
              ElementsAre("fence acquire"));
  EXPECT_THAT(onArm(R"c(call void asm sideeffect "yield; isb", "~{memory}"())c"), IsEmpty());
  EXPECT_THAT(onArm(R"c(call void asm sideeffect "dmb what", "~{memory}"())c"),
              ElementsAre("harmless"));
}

TEST(AssemblyOfArm, LoopsOfExclusiveAccesses) {
  EXPECT_THAT(
      onArm(
          R"c(call { i32, i32 } asm sideeffect "1: ldaxr ${0:w}, $2\0A add ${0:w}, ${0:w}, ${3:w}\0A stlxr ${1:w}, ${0:w}, $2\0A cbnz ${1:w}, 1b", "=&r,=&r,=*Q,r,*Q,~{memory}"(ptr elementtype(i32) @x, i32 %v, ptr elementtype(i32) @x))c"),
      ElementsAre("atomic read-write (seq_cst) 'x'"));
  EXPECT_THAT(
      onArm(
          R"c(call { i32, i32 } asm sideeffect "1: ldxr ${0:w}, [$2]\0A stxr ${1:w}, ${3:w}, [$2]\0A cbnz ${1:w}, 1b", "=&r,=&r,r,r,~{memory}"(ptr @x, i32 %v))c"),
      ElementsAre("atomic read-write (relaxed) 'x'"));
  EXPECT_THAT(
      onArm(
          R"c(call { i64, i32 } asm sideeffect "1: ldaxr $0, $2\0A cmp $0, $3\0A b.ne 2f\0A stxr ${1:w}, $3, $2\0A cbnz ${1:w}, 1b\0A2:", "=&r,=&r,=*Q,r,*Q,~{memory}"(ptr elementtype(i64) @w, i64 %l, ptr elementtype(i64) @w))c"),
      ElementsAre("atomic read-write (acquire) 'w'"));
  EXPECT_THAT(
      onArm(
          R"c(call { i32, i32 } asm sideeffect "1: ldxr ${0:w}, $2\0A eor ${1:w}, ${0:w}, ${3:w}\0A cbnz ${1:w}, 2f\0A stlxr ${1:w}, ${4:w}, $2\0A cbnz ${1:w}, 1b\0A2:", "=&r,=&r,=*Q,r,r,*Q,~{memory}"(ptr elementtype(i32) @x, i32 %v, i32 %v, ptr elementtype(i32) @x))c"),
      ElementsAre("atomic read-write (release) 'x'"));
}

TEST(AssemblyOfArm, OtherLoopsAreLeft) {
  for (
      const char *text :
      {// another place is stored to
       R"c("1: ldxr ${0:w}, [$2]\0A stxr ${1:w}, ${0:w}, [$3]\0A cbnz ${1:w}, 1b")c",
       // the result is not looked at
       R"c("1: ldxr ${0:w}, [$2]\0A stxr ${1:w}, ${0:w}, [$2]")c",
       // another label
       R"c("1: ldxr ${0:w}, [$2]\0A stxr ${1:w}, ${0:w}, [$2]\0A cbnz ${1:w}, 2b")c",
       // an access in between
       R"c("1: ldxr ${0:w}, [$2]\0A ldr ${0:w}, [$3]\0A stxr ${1:w}, ${0:w}, [$2]\0A cbnz ${1:w}, 1b")c",
       // an order in between
       R"c("1: ldxr ${0:w}, [$2]\0A dmb ish\0A stxr ${1:w}, ${0:w}, [$2]\0A cbnz ${1:w}, 1b")c",
       // the address changes
       R"c("1: ldxr $0, [$2]\0A mov $2, $0\0A stxr ${1:w}, $0, [$2]\0A cbnz ${1:w}, 1b")c",
       // another size is stored
       R"c("1: ldxr $0, [$2]\0A stxr ${1:w}, ${0:w}, [$2]\0A cbnz ${1:w}, 1b")c",
       // a part is compared
       R"c("1: ldxr $0, [$2]\0A cmp ${0:w}, #0\0A b.ne 2f\0A stxr ${1:w}, $3, [$2]\0A cbnz ${1:w}, 1b\0A2:")c",
       R"c("1: ldxr $0, [$2]\0A eor $1, $0, $3\0A cbnz ${1:w}, 2f\0A stxr ${1:w}, $3, [$2]\0A cbnz ${1:w}, 1b\0A2:")c",
       // the old value is stored
       R"c("1: ldxr $0, [$2]\0A cmp $0, $3\0A b.ne 2f\0A stxr ${1:w}, $0, [$2]\0A cbnz ${1:w}, 1b\0A2:")c",
       // no store
       R"c("ldxr ${0:w}, [$2]")c"})
    EXPECT_THAT(onArm("call { i32, i32 } asm sideeffect " + std::string(text) +
                      R"c(, "=&r,=&r,r,r,~{memory}"(ptr @x, ptr %p))c"),
                Contains(HasSubstr("left")))
        << text;
  // An output may have the register of the address, which is read once more.
  EXPECT_THAT(
      onArm(
          R"c(call { i32, i32 } asm sideeffect "1: ldxr ${0:w}, [$2]\0A stxr ${1:w}, ${3:w}, [$2]\0A cbnz ${1:w}, 1b", "=r,=&r,r,r,~{memory}"(ptr @x, i32 %v))c"),
      Contains(HasSubstr("left")));
  // A register that goes from one round to the next.
  EXPECT_THAT(
      onArm(
          R"c(call { i32, i32 } asm sideeffect "1: ldxr ${1:w}, [$2]\0A add ${0:w}, ${0:w}, ${1:w}\0A stxr ${1:w}, ${0:w}, [$2]\0A cbnz ${1:w}, 1b", "=&r,=&r,r,0,~{memory}"(ptr @x, i32 %v))c"),
      Contains(HasSubstr("left")));
}

TEST(AssemblyOfArm, AtomicInstructions) {
  EXPECT_THAT(
      onArm(
          R"c(call i32 asm sideeffect "ldaddal ${1:w}, ${0:w}, [$2]", "=r,r,r,~{memory}"(i32 %v, ptr @x))c"),
      ElementsAre("atomic read-write (seq_cst) 'x'"));
  EXPECT_THAT(
      onArm(R"c(call i64 asm sideeffect "swpa $1, $0, [$2]", "=r,r,r,~{memory}"(i64 %l, ptr @w))c"),
      ElementsAre("atomic read-write (acquire) 'w'"));
  EXPECT_THAT(
      onArm(
          R"c(call i32 asm sideeffect "casl ${0:w}, ${2:w}, [$1]", "=r,r,r,0,~{memory}"(ptr @x, i32 %v, i32 0))c"),
      ElementsAre("atomic read-write (release) 'x'"));
  EXPECT_THAT(
      onArm(R"c(call void asm sideeffect "staddh ${0:w}, [$1]", "r,r,~{memory}"(i32 %v, ptr @x))c"),
      ElementsAre("atomic read-write (relaxed) 'x'"));
}

TEST(AssemblyOfArm, Accesses) {
  EXPECT_THAT(onArm(R"c(call i32 asm sideeffect "ldar ${0:w}, [$1]", "=r,r,~{memory}"(ptr @x))c"),
              ElementsAre("atomic read (seq_cst) 'x'"));
  EXPECT_THAT(
      onArm(R"c(call void asm sideeffect "stlr ${0:w}, [$1]", "r,r,~{memory}"(i32 %v, ptr @x))c"),
      ElementsAre("atomic write (seq_cst) 'x'"));
  EXPECT_THAT(
      onArm(R"c(call i32 asm sideeffect "ldr ${0:w}, $1", "=r,*m"(ptr elementtype(i32) @x))c"),
      ElementsAre("read 'x'"));
}

TEST(AssemblyOfArm, Registers) {
  EXPECT_THAT(onArm(R"c(call i32 asm "rev ${0:w}, ${1:w}", "=r,r"(i32 %v))c"), IsEmpty());
  EXPECT_THAT(onArm(R"c(call i64 asm sideeffect "mrs $0, cntvct_el0", "=r"())c"), IsEmpty());
  EXPECT_THAT(onArm(R"c(call i64 asm sideeffect "mrs $0, tpidr_el0", "=r"())c"),
              ElementsAre("harmless"));
  EXPECT_THAT(onArm(R"c(call void asm sideeffect "svc #0", "~{memory}"())c"),
              ElementsAre(HasSubstr("system call")));
  // The upper half of a small number is not known.
  EXPECT_THAT(onArm(R"c(call i64 asm "add $0, $1, #1", "=r,r"(i32 %v))c"), ElementsAre("harmless"));
}

TEST(Assembly, OfOtherProcessorsIsLeft) {
  const Program program = loaded(R"c(
target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"
target triple = "riscv64-unknown-linux-gnu"
define i32 @main() {
  call void asm sideeffect "", "~{memory}"()
  call void asm sideeffect "nop", ""()
  ret i32 0
})c",
                                 ".ll");
  EXPECT_EQ(instructionsOf(program.entry(), Op::Assembly).size(), 1u);
}

} // namespace
} // namespace raceward
