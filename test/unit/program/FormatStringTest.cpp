#include "FormatString.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace raceward {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using enum FormatUse;

TEST(FormatString, TellsWhatPrintfReads) {
  EXPECT_THAT(*usesOfPrintf("no argument: 100%% %m"), IsEmpty());
  EXPECT_THAT(*usesOfPrintf("%d %5ld %-08.3f %c %p"),
              ElementsAre(Value, Value, Value, Value, Value));
  EXPECT_THAT(*usesOfPrintf("%s %-10.20s %ls"), ElementsAre(Reads, Reads, Reads));
  EXPECT_THAT(*usesOfPrintf("%*d %.*s"), ElementsAre(Value, Value, Value, Reads));
  EXPECT_THAT(*usesOfPrintf("%zu%hhn"), ElementsAre(Value, Writes));
}

TEST(FormatString, KnowsTheSizesOfNumbers) {
  const auto sizesOf = [](llvm::StringRef format, const FormatSizes &sizes) {
    std::vector<std::optional<std::uint64_t>> found;
    const auto uses = usesOfScanf(format, sizes);
    for (const FormatArgument &argument : *uses)
      found.push_back(argument.bytes);
    return found;
  };
  const auto unknown = std::nullopt;
  EXPECT_THAT(sizesOf("%d%hhu%hi%ld%lld%jx%zu%td%n", {}), ElementsAre(4, 1, 2, 8, 8, 8, 8, 8, 4));
  EXPECT_THAT(sizesOf("%ld%zu%td%lld%p%Lf", {4, 4, 12}), ElementsAre(4, 4, 4, 8, 4, 12));
  EXPECT_THAT(sizesOf("%f%lf%Lg%p", {}), ElementsAre(4, 8, 16, 8));
  EXPECT_THAT(sizesOf("%s%5s%c%[a]%ms%lc", {}),
              ElementsAre(unknown, unknown, unknown, unknown, unknown, unknown));
  EXPECT_THAT(sizesOf("%1$d%1$ld", {}), ElementsAre(unknown)); // one argument, two sizes
  EXPECT_EQ((*usesOfPrintf("%d%hhn"))[1].bytes, 1);
}

TEST(FormatString, TellsWhatScanfWrites) {
  EXPECT_THAT(*usesOfScanf("%d %lf%c"), ElementsAre(Writes, Writes, Writes));
  EXPECT_THAT(*usesOfScanf("%*d %15s %%"), ElementsAre(Writes));
  EXPECT_THAT(*usesOfScanf("%[^]%d] %[]a] %ms"), ElementsAre(Writes, Writes, Writes));
}

TEST(FormatString, CountsNumberedArguments) {
  EXPECT_THAT(*usesOfPrintf("%2$s %1$*3$d"), ElementsAre(Value, Reads, Value));
  EXPECT_THAT(*usesOfPrintf("%1$p%3$hn%1$s"), ElementsAre(Reads, Value, Writes));
  EXPECT_THAT(*usesOfScanf("%2$d%%%1$n"), ElementsAre(Writes, Writes));
}

TEST(FormatString, GivesUpOnWhatItDoesNotKnow) {
  for (const char *format : {"%", "%5", "%0$s", "%1$s%d", "%y", "%l"}) {
    EXPECT_FALSE(usesOfPrintf(format)) << format;
    EXPECT_FALSE(usesOfScanf(format)) << format;
  }
  EXPECT_FALSE(usesOfScanf("%[abc"));
  EXPECT_FALSE(usesOfPrintf("%1$s%1$n"));
  EXPECT_FALSE(usesOfPrintf("%99999999999$s"));
}

} // namespace
} // namespace raceward
