// What the provers make of functions that are taken by contract. The programs state the truth under
// the contract (docs/use/assumptions.md).
#include "raceward/base/File.h"
#include "raceward/base/Text.h"
#include "raceward/program/Contracts.h"
#include "raceward/program/Load.h"
#include "raceward/prove/Prover.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace raceward::test {
namespace {

const std::string kFolder = std::string(RW_TEST_PROGRAMS) + "/contract";

std::vector<std::string> programsByContract() {
  std::vector<std::string> names;
  for (const auto &entry : std::filesystem::directory_iterator(kFolder))
    if (entry.path().extension() == ".c")
      names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

struct ProvedByContract {
  std::uint64_t left = 0;
  std::vector<Gap> gaps;
  std::vector<Gap> contractGaps;
  std::vector<std::string> functions;
};

ProvedByContract prove(const std::string &file, UnknownCalls unknownCalls) {
  LoadRequest request;
  request.files = {file};
  request.unknownCalls = unknownCalls;
  const Result<std::string> text = readFile(file);
  if (text && text->find("// FLAGS: -std=c89") != std::string::npos)
    request.compilerFlags = {"-std=c89"};
  ProvedByContract proved;
  const Result<Program> program = loadProgram(request);
  if (!program) {
    ADD_FAILURE() << program.error().message << "\n" << program.error().details;
    return proved;
  }
  const Facts facts(*program);
  SuspectSet suspects = findSuspects(facts);
  for (const Prover &prover : allProvers())
    prover.run(facts, suspects);
  proved.left = suspects.left();
  proved.gaps = foundationGaps(facts);
  proved.contractGaps = contractGaps(facts);
  proved.functions = functionsByContract(facts);
  return proved;
}

class ContractPrograms : public ::testing::TestWithParam<std::string> {};

TEST_P(ContractPrograms, AreProvedIfTheyAreRaceFreeUnderIt) {
  const std::string file = kFolder + "/" + GetParam() + ".c";
  const Result<std::string> text = readFile(file);
  ASSERT_TRUE(text);
  const ProvedByContract proved = prove(file, UnknownCalls::Arguments);
  EXPECT_EQ(proved.left == 0 && proved.gaps.empty(), text->starts_with("// VERDICT: race-free"));
  EXPECT_FALSE(proved.functions.empty());
  EXPECT_FALSE(proved.contractGaps.empty());
}

TEST_P(ContractPrograms, HaveGapsWithoutIt) {
  const ProvedByContract proved = prove(kFolder + "/" + GetParam() + ".c", UnknownCalls::Gap);
  EXPECT_FALSE(proved.gaps.empty());
  EXPECT_TRUE(proved.functions.empty());
}

INSTANTIATE_TEST_SUITE_P(Contracts, ContractPrograms, ::testing::ValuesIn(programsByContract()),
                         [](const auto &info) { return info.param; });

ProvedByContract proveText(const std::string &code, const std::string &name = "/test.c") {
  const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  EXPECT_TRUE(folder.has_value());
  EXPECT_TRUE(writeFileAtomically(folder->path() + name, code).has_value());
  return prove(folder->path() + name, UnknownCalls::Arguments);
}

TEST(ContractTexts, NamesAreSortedAndReachable) {
  const ProvedByContract proved = proveText("void zebra(int); void ant(int *); void never(void);\n"
                                            "static void unused(void) { never(); }\n"
                                            "int main(void) { int x = 0; zebra(1); ant(&x);\n"
                                            "zebra(2); return 0; }");
  EXPECT_THAT(proved.functions, ::testing::ElementsAre("ant", "zebra"));
  EXPECT_EQ(proved.contractGaps.size(), 3u);
}

TEST(ContractTexts, AFunctionThatReturnsTwiceIsAGap) {
  const ProvedByContract proved = proveText("__attribute__((returns_twice)) int again(void);\n"
                                            "int main(void) { return again(); }");
  EXPECT_TRUE(proved.functions.empty());
  EXPECT_EQ(proved.gaps.size(), 1u);
}

TEST(ContractTexts, AKnownFunctionOfAnotherTypeIsAGap) {
  const ProvedByContract proved = proveText("double stat(double);\n"
                                            "int main(void) { return (int)stat(1.0); }");
  EXPECT_TRUE(proved.functions.empty());
  EXPECT_FALSE(proved.gaps.empty());
}

TEST(ContractTexts, AFunctionOfTheLibraryAsCallBackIsAGap) {
  const ProvedByContract proved = proveText("#include <stdlib.h>\n"
                                            "void lib_ends_by(void (*)(void *));\n"
                                            "int main(void) { lib_ends_by(free); return 0; }");
  EXPECT_EQ(proved.gaps.size(), 1u);
}

TEST(ContractTexts, NobodyElseCanSayThatAFunctionIsTakenSo) {
  // The names of the primitives, and the mark, mean nothing in IR that is given.
  const ProvedByContract proved = proveText(R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
declare ptr @raceward.contract.answers(...)
define i32 @main() {
  %p = call ptr (...) @raceward.contract.answers()
  store i32 1, ptr %p
  ret i32 0
}
)",
                                            "/test.ll");
  EXPECT_THAT(proved.functions, ::testing::ElementsAre("given.raceward.contract.answers"));
}

} // namespace
} // namespace raceward::test
