#include "SiteTable.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace raceward {
namespace {

constexpr const char *kGood = "12\t7\t34\tqueue.c\tpush\tqueue->head\t\t2\n";

TEST(SiteTable, EveryFieldHasItsPlace) {
  const auto sites = parseSites(kGood);
  ASSERT_TRUE(sites) << sites.error().message;
  ASSERT_EQ(sites->size(), 1U);
  const NativeSite &site = sites->front();
  EXPECT_EQ(site.at, (SourcePosition{"queue.c", 12, 7}));
  EXPECT_EQ(site.index, 34U);
  EXPECT_EQ(site.module, 2U);
  EXPECT_EQ(site.function, "push");
  EXPECT_EQ(site.object, "queue->head");
  EXPECT_EQ(site.callee, "");
}

TEST(SiteTable, NumbersAreLines) {
  const auto sites = parseSites(std::string(kGood) + "\n" + "1\t1\t1\tb.c\tf\t\tpthread_create\t0");
  ASSERT_TRUE(sites);
  ASSERT_EQ(sites->size(), 2U);
  EXPECT_EQ((*sites)[1].callee, "pthread_create");
  EXPECT_TRUE(parseSites("")->empty());
}

TEST(SiteTable, NamesOfCppAreReadable) {
  const auto sites = parseSites("1\t1\t1\ta.cpp\t_ZN5queue4pushEi\t\t\t0");
  ASSERT_TRUE(sites);
  EXPECT_EQ(sites->front().function, "queue::push(int)");
}

TEST(SiteTable, FilesOfThisFolderAreNamedWithoutTheWayThere) {
  const std::string here = std::filesystem::current_path().string();
  const auto sites =
      parseSites("1\t1\t1\t" + here + "/a.c\tf\t\t\t0\n1\t1\t1\t" + here + "x/a.c\tf\t\t\t0\n");
  ASSERT_TRUE(sites);
  EXPECT_EQ((*sites)[0].at.file, "a.c");
  EXPECT_EQ((*sites)[1].at.file, here + "x/a.c");
}

TEST(SiteTable, WhatIsNoSiteIsRefusedWithItsLine) {
  for (const char *bad :
       {"x", "1\t1\t1\tf\tg\to\tc", "1\t1\t1\tf\tg\to\tc\t0\t0", "\t1\t1\tf\tg\to\tc\t0",
        "-1\t1\t1\tf\tg\to\tc\t0", "1\tx\t1\tf\tg\to\tc\t0", "1\t1\t4294967296\tf\tg\to\tc\t0",
        "1\t1\t1\tf\tg\to\tc\t", "1 1 1 f g o c 0", "1\t1\t1\tf\tg\to\tc\t0\r"}) {
    const auto sites = parseSites(std::string(kGood) + bad + "\n");
    ASSERT_FALSE(sites) << bad;
    EXPECT_EQ(sites.error().kind, Error::Kind::Input);
    EXPECT_NE(sites.error().message.find("line 2 "), std::string::npos) << sites.error().message;
  }
}

TEST(SiteTable, WordsOfTheProgramAreValidText) {
  const auto sites = parseSites("1\t1\t1\ta\xff.c\tf\xfe\to\xc3\tc\x80\t0");
  ASSERT_TRUE(sites);
  EXPECT_EQ(sites->front().at.file, "a?.c");
  EXPECT_EQ(sites->front().function, "f?");
  EXPECT_EQ(sites->front().object, "o?");
  EXPECT_EQ(sites->front().callee, "c?");
}

} // namespace
} // namespace raceward
