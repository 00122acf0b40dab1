// The HTML file from the outside; test/html looks at it in a browser.
#include "raceward/report/HtmlReport.h"

#include "Races.h"
#include "formats/HtmlAssets.h"
#include "story/SourceExcerpts.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace raceward {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const JsonContext kContext{"0.1.0", {"src/queue.c"}, "no-data-race", "LP64"};

std::string between(const std::string &text, const std::string &open, const std::string &close) {
  const std::size_t start = text.find(open);
  EXPECT_NE(start, std::string::npos) << open;
  const std::size_t from = start + open.size();
  return text.substr(from, text.find(close, from) - from);
}

json dataOf(const std::string &html) {
  return json::parse(between(html, "id=\"data\">", "</script>"));
}

TEST(HtmlReport, HoldsTheJsonResult) {
  const CheckResult result = resultWith({raceWith({})});
  const json data = dataOf(htmlReport(result, kContext));
  EXPECT_EQ(data["result"], json::parse(jsonReport(result, kContext)));
  EXPECT_EQ(data["findings"].size(), 1);
  EXPECT_EQ(data["findings"][0]["race"], 0);
}

TEST(HtmlReport, NeedsNothingElse) {
  const std::string html = htmlReport(resultWith({raceWith({})}), kContext);
  for (const char *outside : {"src=", "href=", "@import", "url(", "fetch(", "XMLHttpRequest"})
    EXPECT_THAT(html, Not(HasSubstr(outside)));
  const std::string policy =
      between(html, "<meta http-equiv=\"Content-Security-Policy\" content=\"", "\"");
  EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
  EXPECT_THAT(policy, HasSubstr("script-src 'sha256-" + std::string(htmlScriptHash()) + "'"));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
}

TEST(HtmlReport, PagesAreMadeOfTextNodes) {
  for (const char *maker :
       {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"})
    EXPECT_EQ(htmlScript().find(maker), std::string_view::npos) << maker;
}

TEST(HtmlReport, HostileTextEndsNoElement) {
  for (const std::string &html :
       {htmlReport(resultWith({raceWith(hostileNames())}), {"\xFF<", {hostileText()}, "<", "<"}),
        htmlReport(unknownWith(hostileText()), kContext),
        htmlReport(violationWith(hostileText()), kContext)}) {
    EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
    EXPECT_THAT(html, Not(HasSubstr("<!--")));
    EXPECT_THAT(html, Not(HasSubstr("\033")));
    EXPECT_THAT(html, Not(HasSubstr("\xE2\x80\xAE")));
    EXPECT_THAT(html, Not(HasSubstr("\xFF")));
    std::size_t scripts = 0;
    for (std::size_t at = html.find("<script"); at != std::string::npos;
         at = html.find("<script", at + 1))
      ++scripts;
    EXPECT_EQ(scripts, 2);
  }
  const json data = dataOf(htmlReport(resultWith({raceWith(hostileNames())}), kContext));
  EXPECT_THAT(data["result"]["races"][0]["object"].get<std::string>(),
              HasSubstr("</script>&amp;]]>--><!--\n"));
}

TEST(HtmlReport, QuotesLinesAroundThoseItNames) {
  Sources sources;
  std::string text;
  for (int line = 1; line <= 200; ++line)
    text += "line " + std::to_string(line) + "\n";
  const std::string file = sources.write("long.c", text);
  SourceExcerpts excerpts;
  excerpts.want(SourcePosition{file, 50, 1});
  excerpts.want(SourcePosition{file, 60, 1});
  excerpts.want(SourcePosition{file, 199, 1});
  excerpts.want(SourcePosition{sources.path("none.c"), 1, 1});
  const auto read = excerpts.read();
  ASSERT_EQ(read.size(), 1);
  const std::vector<SourceExcerpt> &parts = read.at(file);
  ASSERT_EQ(parts.size(), 2);
  EXPECT_EQ(parts[0].firstLine, 38);
  EXPECT_EQ(parts[0].lines.size(), 35);
  EXPECT_EQ(parts[0].lines.front(), "line 38");
  EXPECT_EQ(parts[1].firstLine, 187);
  EXPECT_EQ(parts[1].lines.back(), ""); // what follows the last line break
}

TEST(HtmlReport, LongLinesAreCut) {
  Sources sources;
  const std::string file = sources.write("wide.c", std::string(100000, 'x') + "\n");
  SourceExcerpts excerpts;
  excerpts.want(SourcePosition{file, 1, 1});
  EXPECT_LT(excerpts.read().at(file).at(0).lines.at(0).size(), 500);
}

} // namespace
} // namespace raceward
