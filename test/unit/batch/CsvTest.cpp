#include "raceward/batch/Csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace raceward::batch;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Csv, QuotedCellsHoldCommasQuotesAndLineBreaks) {
  const auto rows = parseCsv("t.csv", "a,b\r\n\"x, y\",\"say \"\"hi\"\"\nthere\"\n\n,last");
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->size(), 3u);
  EXPECT_THAT((*rows)[0].cells, ElementsAre("a", "b"));
  EXPECT_THAT((*rows)[1].cells, ElementsAre("x, y", "say \"hi\"\nthere"));
  EXPECT_THAT((*rows)[2].cells, ElementsAre("", "last"));
  EXPECT_EQ((*rows)[2].line, 5u);
}

TEST(Csv, AByteOrderMarkIsNoPartOfTheFirstName) {
  const auto rows = parseCsv("t.csv", "\xEF\xBB\xBF"
                                      "file\n");
  ASSERT_TRUE(rows);
  EXPECT_THAT((*rows)[0].cells, ElementsAre("file"));
}

TEST(Csv, BrokenQuotesAreNamedWithTheirLine) {
  const auto open = parseCsv("t.csv", "a\n\"b\nc\n");
  ASSERT_FALSE(open);
  EXPECT_THAT(open.error().message, HasSubstr("t.csv:2:"));
  const auto trailing = parseCsv("t.csv", "\"a\"b\n");
  ASSERT_FALSE(trailing);
  EXPECT_THAT(trailing.error().message, HasSubstr("t.csv:1:"));
}

TEST(Csv, WhatIsWrittenIsReadBack) {
  for (const std::string cell :
       {"plain", "a,b", "\"", "two\nlines", " padded ", "", "\xEF\xBB\xBFmark"}) {
    const auto rows = parseCsv("t.csv", csvCell(cell) + ",x\n");
    ASSERT_TRUE(rows);
    EXPECT_EQ((*rows)[0].cells[0], cell);
  }
}
