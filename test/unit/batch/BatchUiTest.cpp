#include "raceward/batch/BatchUi.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace raceward;
using testing::HasSubstr;
using testing::Not;

namespace {

BatchProgress someProgress() {
  BatchProgress progress;
  progress.total = 1029;
  progress.finished = 120;
  progress.counts.rightRaceFree = 80;
  progress.counts.wrongRace = 1;
  progress.counts.unknown = 30;
  progress.counts.score = 144;
  progress.elapsedSeconds = 75;
  progress.remainingSeconds = 600;
  for (int i = 0; i < 40; ++i)
    progress.running.push_back(
        {"suite/a-very-long-folder-name/größe\x1b[2J-" + std::to_string(i) + ".c", 40.0 - i});
  return progress;
}

std::size_t columnsOf(const std::string &line) {
  std::size_t columns = 0;
  for (const char c : line)
    columns += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return columns;
}

} // namespace

TEST(BatchTable, FitsEveryTerminal) {
  for (const std::size_t columns : {1u, 5u, 20u, 59u, 60u, 79u, 200u})
    for (const std::size_t rows : {1u, 5u, 6u, 24u, 100u}) {
      const auto lines = renderBatchTable(someProgress(), {columns, rows});
      for (const std::string &line : lines) {
        EXPECT_LE(columnsOf(line), columns) << line;
        EXPECT_THAT(line, Not(HasSubstr("\x1b")));
      }
      EXPECT_LE(lines.size(), std::max<std::size_t>(rows, 4)) << rows;
    }
}

TEST(BatchTable, ShowsWhatMatters) {
  const auto lines = renderBatchTable(someProgress(), {79, 24});
  EXPECT_THAT(lines[0], HasSubstr("120/1029"));
  EXPECT_THAT(lines[0], HasSubstr("about 10 min 00 s left"));
  EXPECT_THAT(lines[1], HasSubstr("right 80  wrong 1  unknown 30"));
  EXPECT_THAT(lines[1], HasSubstr("score 144"));
  EXPECT_THAT(lines[2], HasSubstr("40.0 s"));
  EXPECT_THAT(lines.back(), HasSubstr("more running"));
}

TEST(PlainBatchUi, TellsWrongVerdictsAtOnceAndTheRestNowAndThen) {
  std::string text;
  const auto ui =
      makePlainBatchUi([&](std::string_view piece) { text += piece; }, std::chrono::hours(1));
  BatchResult result;
  result.task.folder = "weaver";
  result.task.file = "a\nb.c";
  result.task.expected = BatchExpectation::Race;
  result.answer.verdict = BatchVerdict::Race;
  ui->finished(result);
  ui->progress(someProgress());
  EXPECT_EQ(text, "");
  result.answer.verdict = BatchVerdict::RaceFree;
  ui->finished(result);
  EXPECT_EQ(text, "batch: WRONG: weaver/a?b.c: said race-free, expected race\n");
  ui->closed(someProgress());
  EXPECT_THAT(text, HasSubstr("120 of 1,029 done: 80 right, 1 wrong, 30 unknown"));
}
