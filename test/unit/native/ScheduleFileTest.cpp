#include "raceward/native/ScheduleFile.h"

#include "raceward_control.h"

#include <gtest/gtest.h>

#include <random>

namespace raceward {
namespace {

using Threads = std::vector<std::uint8_t>;

TEST(ScheduleFile, IsWrittenInTurns) {
  EXPECT_EQ(scheduleText(Threads{0, 0, 0, 2, 0, 0}), "raceward-schedule 1\n0 3\n2 1\n0 2\n");
  EXPECT_EQ(scheduleText(Threads{}), "raceward-schedule 1\n");
}

TEST(ScheduleFile, ComesBack) {
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    Threads threads(1 + random() % 50);
    for (std::uint8_t &thread : threads)
      thread = static_cast<std::uint8_t>(random() % (i % 2 == 0 ? 2 : RW_MOST_THREADS));
    const auto back = parseSchedule(scheduleText(threads));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, threads);
  }
}

TEST(ScheduleFile, EmptyLinesAreNothing) {
  const auto read = parseSchedule("raceward-schedule 1\n\n0 2\n\n1 1");
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, (Threads{0, 0, 1}));
}

void expectRefused(const std::string &text, const std::string &words) {
  const auto read = parseSchedule(text);
  ASSERT_FALSE(read) << text;
  EXPECT_EQ(read.error().kind, Error::Kind::Input);
  EXPECT_NE(read.error().message.find(words), std::string::npos) << read.error().message;
}

TEST(ScheduleFile, WhatIsNoScheduleIsRefused) {
  for (const char *text :
       {"", "0 1\n", "raceward-schedule 2\n0 1\n", "raceward-schedule 1 \n0 1\n",
        "\nraceward-schedule 1\n0 1\n", "raceward-schedule 1\r\n0 1\r\n", "\xff\xfe\x00"})
    expectRefused(text, "not a schedule");
  expectRefused("raceward-schedule 1\n", "no steps");
  expectRefused("raceward-schedule 1", "no steps");
}

TEST(ScheduleFile, EveryBadLineIsNamed) {
  for (const char *line : {"0",
                           "0 ",
                           " 0 1",
                           "0  1",
                           "0 1 2",
                           "0 1 ",
                           "a 1",
                           "0 a",
                           "0x1 1",
                           "-1 1",
                           "0 -1",
                           "+0 1",
                           "0 0",
                           "64 1",
                           "256 1",
                           "18446744073709551616 1",
                           "0 18446744073709551616",
                           "0 18446744073709551615",
                           "0 100000001",
                           "0\t1",
                           "0 1\r",
                           "0 1\x1b[31m"})
    expectRefused("raceward-schedule 1\n1 1\n" + std::string(line) + "\n2 1\n", "line 3 ");
}

TEST(ScheduleFile, ManyShortLinesAreNoWayAroundTheLimit) {
  expectRefused("raceward-schedule 1\n0 60000000\n1 60000000\n", "line 3 ");
}

} // namespace
} // namespace raceward
