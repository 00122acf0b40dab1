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

TEST(FormatString, GivesUpOnWhatItDoesNotKnow) {
  for (const char *format : {"%", "%5", "%1$s", "%y", "%l"}) {
    EXPECT_FALSE(usesOfPrintf(format)) << format;
    EXPECT_FALSE(usesOfScanf(format)) << format;
  }
  EXPECT_FALSE(usesOfScanf("%[abc"));
}

} // namespace
} // namespace raceward
