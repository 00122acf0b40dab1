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
