#include "raceward/base/Deadline.h"

#include <gtest/gtest.h>

#include <limits>

namespace raceward {
namespace {

TEST(Deadline, EndsWhenTheClockSaysSo) {
  double now = 100;
  const Deadline deadline(5, [&] { return now; });
  EXPECT_EQ(deadline.secondsLeft(), 5);
  EXPECT_FALSE(deadline.isOver());
  now = 104.5;
  EXPECT_EQ(deadline.secondsSpent(), 4.5);
  EXPECT_EQ(deadline.secondsLeft(), 0.5);
  EXPECT_FALSE(deadline.isOver());
  now = 105;
  EXPECT_TRUE(deadline.isOver());
  now = 110;
  EXPECT_EQ(deadline.secondsLeft(), 0);
  EXPECT_EQ(deadline.seconds(), 5);
}

TEST(Deadline, WithoutEndIsNeverOver) {
  double now = 0;
  const Deadline never(std::numeric_limits<double>::infinity(), [&] { return now; });
  now = 1e12;
  EXPECT_FALSE(never.isOver());
}

TEST(Deadline, TheSystemsClockGoesOn) {
  const Stopwatch watch;
  const double first = watch.seconds();
  EXPECT_GE(first, 0);
  EXPECT_GE(watch.seconds(), first);
}

TEST(Deadline, NanosecondsOfAnyNumber) {
  EXPECT_EQ(nanosecondsFrom(1.5), std::chrono::milliseconds(1500));
  EXPECT_EQ(nanosecondsFrom(-1), std::chrono::nanoseconds(0));
  EXPECT_EQ(nanosecondsFrom(1e30), std::chrono::nanoseconds::max());
  EXPECT_EQ(nanosecondsFrom(std::numeric_limits<double>::quiet_NaN()),
            std::chrono::nanoseconds::max());
}

} // namespace
} // namespace raceward
