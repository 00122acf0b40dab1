#include "raceward/report/WorkTimeline.h"

#include <gmock/gmock.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

#include <memory>

namespace raceward {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

bool isWellFormed(const std::string &xml) {
  const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> document(
      xmlReadMemory(xml.data(), static_cast<int>(xml.size()), "timeline.svg", nullptr,
                    XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_HUGE),
      &xmlFreeDoc);
  return document != nullptr;
}

std::size_t count(const std::string &text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++found;
  return found;
}

WorkHistory historyOf(std::uint32_t workers, std::uint32_t itemsEach) {
  WorkHistory history;
  history.seconds = 60;
  const double each = 54.0 / itemsEach; // 90 % of the time
  for (std::uint32_t i = 0; i < workers; ++i)
    history.workers.push_back({"worker " + std::to_string(i + 1)});
  for (std::uint32_t item = 0; item < itemsEach; ++item)
    for (std::uint32_t i = 0; i < workers; ++i)
      history.spans.push_back({i, item * each, (item + 1) * each, 7, false});
  return history;
}

TEST(WorkTimeline, HasARowForEachWorkerAndItsShare) {
  WorkHistory history = historyOf(2, 3);
  history.spans.push_back({1, 54, 60, 0, true});
  const std::string svg = workTimeline(history);
  EXPECT_TRUE(isWellFormed(svg));
  EXPECT_EQ(count(svg, "class=\"row\""), 3u); // two workers, and how many were at work
  EXPECT_THAT(svg, HasSubstr(">worker 1</text>"));
  EXPECT_THAT(svg, HasSubstr(">worker 2</text>"));
  EXPECT_THAT(svg, HasSubstr("2 workers, 6 items, 60.0 s; used 90 % of the time"));
  EXPECT_EQ(count(svg, "class=\"busy\"><title>"), 6u);
  EXPECT_EQ(count(svg, "class=\"lost\"><title>"), 1u);
  EXPECT_THAT(svg, HasSubstr("lost: 5.0 %"));
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme:dark"));
}

TEST(WorkTimeline, SaysNothingOfLossesWhereThereAreNone) {
  EXPECT_THAT(workTimeline(historyOf(2, 3)), Not(HasSubstr("lost:")));
}

TEST(WorkTimeline, ManyItemsDoNotMakeItLarge) {
  const std::string svg = workTimeline(historyOf(64, 20000));
  EXPECT_TRUE(isWellFormed(svg));
  EXPECT_LT(svg.size(), 500'000u);
  EXPECT_THAT(svg, HasSubstr("64 workers, 1,280,000 items"));
}

TEST(WorkTimeline, ShowsSomeOfVeryManyWorkers) {
  const std::string svg = workTimeline(historyOf(1000, 2));
  EXPECT_TRUE(isWellFormed(svg));
  EXPECT_EQ(count(svg, "class=\"row\""), 257u);
  EXPECT_THAT(svg, HasSubstr("and 744 workers that worked less"));
}

TEST(WorkTimeline, SurvivesWhatHardlyHappened) {
  EXPECT_TRUE(isWellFormed(workTimeline({})));
  WorkHistory history;
  history.workers.push_back({"<w>&\x1b\xFF"});
  EXPECT_TRUE(isWellFormed(workTimeline(history)));
  history.spans.push_back({0, 0, 0, 0, false});
  history.spans.push_back({0, 5, 1e7, 0, false}); // longer than the search
  const std::string svg = workTimeline(history);
  EXPECT_TRUE(isWellFormed(svg));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, HasSubstr("&lt;w&gt;&amp;"));
}

} // namespace
} // namespace raceward
