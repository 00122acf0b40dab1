#include "raceward/base/Text.h"

#include <gtest/gtest.h>

namespace raceward {
namespace {

const std::vector<std::string> kVerbs{"check", "batch", "show", "doctor"};

TEST(Text, OnlyComments) {
  EXPECT_TRUE(hasOnlyComments(""));
  EXPECT_TRUE(hasOnlyComments("---\n\n  # a comment\r\n"));
  EXPECT_FALSE(hasOnlyComments("# a comment\n, b"));
}

TEST(Text, ProposesTheWordBehindATypo) {
  EXPECT_EQ(closestMatch("chek", kVerbs), "check");
  EXPECT_EQ(closestMatch("hcekc", kVerbs), std::nullopt);
  EXPECT_EQ(closestMatch("bacth", kVerbs), "batch");
  EXPECT_EQ(closestMatch("program.c", kVerbs), std::nullopt);
}

TEST(Text, ReadsSizesAndTimes) {
  EXPECT_EQ(parseBytes("64"), 64u);
  EXPECT_EQ(parseBytes("2G"), 2ull << 30);
  EXPECT_EQ(parseBytes("1.5 GiB"), 3ull << 29);
  EXPECT_EQ(parseBytes("5 parsecs"), std::nullopt);
  EXPECT_EQ(parseBytes("-1"), std::nullopt);
  EXPECT_EQ(parseSeconds("90"), 90.0);
  EXPECT_EQ(parseSeconds("15m"), 900.0);
  EXPECT_EQ(parseSeconds("250ms"), 0.25);
  EXPECT_EQ(parseSeconds(""), std::nullopt);
}

TEST(Text, CountsInWords) {
  EXPECT_EQ(counted(1, "suspect"), "1 suspect");
  EXPECT_EQ(counted(1234567, "suspect"), "1,234,567 suspects");
  EXPECT_EQ(counted(0, "library", "libraries"), "0 libraries");
  EXPECT_EQ(formatBytes(3ull << 29), "1.5 GiB");
}

TEST(Text, KeepsOnlyValidUtf8) {
  EXPECT_EQ(sanitizedUtf8("größe"), "größe");
  EXPECT_EQ(sanitizedUtf8("a\xff"
                          "b"),
            "a?b");
  EXPECT_EQ(sanitizedUtf8("\xe2\x82"), "??");
  EXPECT_EQ(sanitizedUtf8("\xed\xa0\x80"), "???"); // a surrogate
  EXPECT_EQ(sanitizedUtf8("\xf0\x9f\x98\x80"), "\xf0\x9f\x98\x80");
}

} // namespace
} // namespace raceward
