// The text of inline assembly: what is read, and what is not.
#include "assembly/Text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace raceward::assembly {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string shown(const AddressPart &part) {
  if (const auto *name = std::get_if<RegisterName>(&part))
    return "%" + name->name;
  if (const auto *reference = std::get_if<Reference>(&part))
    return "$" + std::to_string(reference->number);
  return "-";
}

std::string shown(const TextOperand &operand) {
  if (const auto *reference = std::get_if<Reference>(&operand))
    return "$" + std::to_string(reference->number) +
           (reference->modifier != 0 ? std::string(":") + reference->modifier : "");
  if (const auto *name = std::get_if<RegisterName>(&operand))
    return "%" + name->name;
  if (const auto *number = std::get_if<Number>(&operand))
    return std::to_string(number->value);
  if (const auto *word = std::get_if<Word>(&operand))
    return "'" + word->text + "'";
  const auto &memory = std::get<MemoryText>(operand);
  std::string text = "[";
  if (!memory.segment.empty())
    text += memory.segment + ":";
  text += std::to_string(memory.displacement) + " " + shown(memory.base) + " " +
          shown(memory.index) + " " + std::to_string(memory.scale);
  return text + "]";
}

std::vector<std::string> read(std::string_view text, Syntax syntax = Syntax::Att) {
  const ParsedText parsed = parseText(text, syntax);
  if (!parsed.problem.empty())
    return {"problem: " + parsed.problem};
  std::vector<std::string> out;
  for (const Statement &statement : parsed.statements) {
    std::string line;
    if (!statement.label.empty())
      line = statement.label + ":";
    for (const std::string &prefix : statement.prefixes)
      line += prefix + " ";
    line += statement.mnemonic;
    if (statement.suffixOf)
      line += "<" + std::to_string(*statement.suffixOf) + ">";
    for (const TextOperand &operand : statement.operands)
      line += " " + shown(operand);
    out.push_back(line);
  }
  return out;
}

bool isRefused(std::string_view text, Syntax syntax = Syntax::Att) {
  const ParsedText parsed = parseText(text, syntax);
  return !parsed.problem.empty() && parsed.statements.empty();
}

TEST(AssemblyText, NothingIsNothing) {
  EXPECT_THAT(read(""), IsEmpty());
  EXPECT_THAT(read(" \t\n ; ;\n# incl (%rax)\n/* cli */"), IsEmpty());
}

TEST(AssemblyText, Statements) {
  EXPECT_THAT(read("incl $0; decl ${1:k}\n\tnop"), ElementsAre("incl $0", "decl $1:k", "nop"));
  EXPECT_THAT(read("MOVL %EAX, $0 # comment; incl $1"), ElementsAre("movl %eax $0"));
  EXPECT_THAT(read("nop/* a\nb */;pause"), ElementsAre("nop", "pause"));
}

TEST(AssemblyText, PrefixesWithAndWithoutAStatementOfTheirOwn) {
  EXPECT_THAT(read("lock; incl $0"), ElementsAre("lock incl $0"));
  EXPECT_THAT(read("lock\n\tincl $0"), ElementsAre("lock incl $0"));
  EXPECT_THAT(read("lock incl $0; incl $0"), ElementsAre("lock incl $0", "incl $0"));
  EXPECT_THAT(read("cld; rep; stosl"), ElementsAre("cld", "rep stosl"));
  EXPECT_TRUE(isRefused("incl $0; lock"));
  EXPECT_TRUE(isRefused("lock; 1: incl $0"));
}

TEST(AssemblyText, Operands) {
  EXPECT_THAT(read("movl $$-5, %eax"), ElementsAre("movl -5 %eax"));
  EXPECT_THAT(read("movq $$0xffffffffffffffff, % rax"), ElementsAre("movq -1 %rax"));
  EXPECT_THAT(read("movl 4($1), ${0:w}"), ElementsAre("movl [4 $1 - 1] $0:w"));
  EXPECT_THAT(read("leaq -8(%rax,$1,4), $0"), ElementsAre("leaq [-8 %rax $1 4] $0"));
  EXPECT_THAT(read("leaq (,%rcx,8), $0"), ElementsAre("leaq [0 - %rcx 8] $0"));
  EXPECT_THAT(read("movq %fs:0, $0"), ElementsAre("movq [fs:0 - - 1] $0"));
  EXPECT_THAT(read("movq %fs:(%rax), $0"), ElementsAre("movq [fs:0 %rax - 1] $0"));
  EXPECT_THAT(read("addl $$${1:c}, $0"), ElementsAre("addl $1 $0"));
  EXPECT_THAT(read("add${0:z} $1, $0"), ElementsAre("add<0> $1 $0"));
}

TEST(AssemblyText, AlternativesOfTwoAssemblers) {
  constexpr std::string_view text = "xchg$(l$) $(%$)ebx, $1";
  EXPECT_THAT(read(text), ElementsAre("xchgl %ebx $1"));
  EXPECT_THAT(read(text, Syntax::Intel), ElementsAre("xchg $1 %ebx"));
  EXPECT_THAT(read("mov$(l $1, $0$| $0, $1$)"), ElementsAre("movl $1 $0"));
  EXPECT_THAT(read("mov$(l $1, $0$| $0, $1$)", Syntax::Intel), ElementsAre("mov $1 $0"));
  EXPECT_TRUE(isRefused("mov$(l $1, $0"));
  EXPECT_TRUE(isRefused("mov$)"));
  EXPECT_TRUE(isRefused("a$(b$(c$)$)"));
}

TEST(AssemblyText, IntelSyntaxIsTurnedRound) {
  EXPECT_THAT(read("lock add dword ptr [rax+4], 1", Syntax::Intel),
              ElementsAre("lock add 1 [4 %rax - 1]"));
  EXPECT_THAT(read("mov $0, ecx", Syntax::Intel), ElementsAre("mov %ecx $0"));
  EXPECT_TRUE(isRefused("mov eax, dword [rax]", Syntax::Intel));
}

TEST(AssemblyText, Arm) {
  EXPECT_THAT(read("1: ldaxr ${0:w}, $2\n add ${0:w}, ${0:w}, #1 // more\n"
                   " stlxr ${1:w}, ${0:w}, $2\n cbnz ${1:w}, 1b",
                   Syntax::Arm64),
              ElementsAre("1:", "ldaxr $0:w $2", "add $0:w $0:w 1", "stlxr $1:w $0:w $2",
                          "cbnz $1:w '1b'"));
  EXPECT_THAT(read("ldr x1, [$0, #8]; dmb ish", Syntax::Arm64),
              ElementsAre("ldr 'x1' [8 $0 - 1]", "dmb 'ish'"));
  EXPECT_TRUE(isRefused("ldr x1, [x0], #8", Syntax::Arm64));
  EXPECT_TRUE(isRefused("ldr x1, [x0, #8]!", Syntax::Arm64));
}

TEST(AssemblyText, WhatIsNotUnderstoodIsRefusedAsAWhole) {
  for (const char *text : {"incl $0; .byte 0x90",
                           ".section .text",
                           "jmp *%rax",
                           "movl foo(%rip), $0",
                           "movl 4, $0",
                           "incl $0 $1",
                           "incl $0,",
                           "incl ,$0",
                           "movl (%rax,%rcx,3), $0",
                           "\"\"",
                           "incl $x",
                           "incl ${0",
                           "incl ${0:",
                           "incl ${0:ww}",
                           "incl ${:uid}",
                           "incl $12345",
                           "movl $$, $0",
                           "movl %, $0",
                           "movl -(%rax), $0",
                           "incl @0",
                           "/* open",
                           "movl %fs:, $0",
                           "= 3",
                           "incl $0 = 4",
                           "a$0 b",
                           "movl (%rax, $0",
                           "movl 1(, $0",
                           "incl \xff"})
    EXPECT_TRUE(isRefused(text)) << text;
  EXPECT_TRUE(isRefused(std::string(5000, 'a')));
  EXPECT_THAT(read(".byte 1").front(), HasSubstr("directive '.byte'"));
}

TEST(AssemblyText, GarbageIsRefusedOrRead) {
  // Texts over the characters that mean something, in a fixed order of all kinds.
  const std::string letters = "$%({:,;)}|0[ax]\n #/*-+.!l";
  std::uint64_t state = 12345;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (int i = 0; i < 24; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      text += letters[(state >> 33) % letters.size()];
    }
    for (const Syntax syntax : {Syntax::Att, Syntax::Intel, Syntax::Arm64}) {
      const ParsedText parsed = parseText(text, syntax);
      EXPECT_TRUE(parsed.problem.empty() || parsed.statements.empty());
    }
    EXPECT_LE(shortText(text).size(), 70u);
  }
}

TEST(AssemblyText, ShortTextsAreReadable) {
  EXPECT_EQ(shortText("\tlock; incl\t$0\n\n"), "lock; incl %0");
  EXPECT_EQ(shortText("movl $$1, ${0:k}"), "movl $1, %k0");
  EXPECT_EQ(shortText(std::string(100, 'x')), std::string(60, 'x') + " …");
  EXPECT_EQ(shortText(""), "");
}

} // namespace
} // namespace raceward::assembly
