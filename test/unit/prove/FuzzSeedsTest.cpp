// Every seed of the fuzzers, which is where what they found is kept: front end and
// provers come to an end on it, with a program or with the reason why there is none.
#include "raceward/program/Load.h"
#include "raceward/program/Print.h"
#include "raceward/prove/Prover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace raceward::test {
namespace {

std::vector<std::string> seedsOf(const char *target) {
  std::vector<std::string> seeds;
  const std::string folder = std::string(RW_SOURCE_DIR "/test/fuzz/seeds/") + target;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    seeds.push_back(entry.path().string());
  std::sort(seeds.begin(), seeds.end());
  return seeds;
}

class FuzzSeed : public ::testing::TestWithParam<std::string> {};

TEST_P(FuzzSeed, ComesToAnEnd) {
  LoadRequest request;
  request.files = {GetParam()};
  const Result<Program> program = loadProgram(request);
  if (!program) {
    EXPECT_NE(program.error().message, "");
    EXPECT_NE(program.error().kind, Error::Kind::Internal);
    return;
  }
  EXPECT_NE(printProgram(*program, {.code = true, .sitesOnly = false}), "");
  const Facts facts(*program);
  SuspectSet suspects = findSuspects(facts);
  (void)foundationGaps(facts);
  for (const Prover &prover : allProvers())
    prover.run(facts, suspects);
  EXPECT_LE(suspects.left(), suspects.total());
}

std::string nameOf(const ::testing::TestParamInfo<std::string> &info) {
  std::string name = std::filesystem::path(info.param).stem().string();
  std::replace_if(name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Ir, FuzzSeed, ::testing::ValuesIn(seedsOf("FuzzIr")), nameOf);
INSTANTIATE_TEST_SUITE_P(C, FuzzSeed, ::testing::ValuesIn(seedsOf("FuzzC")), nameOf);

} // namespace
} // namespace raceward::test
