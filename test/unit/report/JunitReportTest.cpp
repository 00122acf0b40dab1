// JUnit's XML, read back by a parser of XML.
#include "raceward/report/JunitReport.h"

#include "Races.h"

#include <gmock/gmock.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

#include <memory>

namespace raceward {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Parsed {
  std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> document{nullptr, &xmlFreeDoc};
  std::vector<xmlNode *> cases;
};

const char *const kSuite = "testsuite";

xmlNode *childOf(xmlNode *node, const std::string &name) {
  for (xmlNode *child = node->children; child != nullptr; child = child->next)
    if (child->type == XML_ELEMENT_NODE && name == reinterpret_cast<const char *>(child->name))
      return child;
  return nullptr;
}

std::string attributeOf(xmlNode *node, const char *name) {
  const std::unique_ptr<xmlChar, decltype(xmlFree)> value(
      xmlGetProp(node, reinterpret_cast<const xmlChar *>(name)), xmlFree);
  return value ? reinterpret_cast<const char *>(value.get()) : "(none)";
}

std::string contentOf(xmlNode *node) {
  const std::unique_ptr<xmlChar, decltype(xmlFree)> value(xmlNodeGetContent(node), xmlFree);
  return reinterpret_cast<const char *>(value.get());
}

Parsed parse(const IssueList &list) {
  const std::string text = junitReport(list, kFormatContext);
  Parsed parsed;
  parsed.document.reset(xmlReadMemory(text.data(), static_cast<int>(text.size()), "junit.xml",
                                      nullptr, XML_PARSE_NONET | XML_PARSE_NOERROR));
  EXPECT_TRUE(parsed.document) << text;
  if (!parsed.document)
    return parsed;
  xmlNode *suite = childOf(xmlDocGetRootElement(parsed.document.get()), kSuite);
  for (xmlNode *one = suite->children; one != nullptr; one = one->next)
    if (one->type == XML_ELEMENT_NODE)
      parsed.cases.push_back(one);
  EXPECT_EQ(attributeOf(suite, "tests"), std::to_string(parsed.cases.size()));
  return parsed;
}

TEST(JunitReport, EachRaceIsAFailure) {
  Conviction other = raceWith({});
  other.first.name = other.second.name = "limit";
  const CheckResult result = resultWith({raceWith({}), other});
  const Parsed parsed = parse(issuesOf(result));
  ASSERT_EQ(parsed.cases.size(), 2);
  EXPECT_THAT(attributeOf(parsed.cases[0], "name"), HasSubstr("data-race on 'counter'"));
  EXPECT_EQ(attributeOf(parsed.cases[0], "classname"), "src/queue.c");
  xmlNode *failure = childOf(parsed.cases[0], "failure");
  ASSERT_NE(failure, nullptr);
  EXPECT_THAT(contentOf(failure), HasSubstr("src/queue.c:12:10: data race on 'counter'"));
  EXPECT_THAT(contentOf(failure), HasSubstr("> 12: write counter"));
  EXPECT_NE(attributeOf(parsed.cases[0], "name"), attributeOf(parsed.cases[1], "name"));
}

TEST(JunitReport, UnknownIsAnError) {
  const CheckResult result = unknownWith("'f' has no body");
  const Parsed parsed = parse(issuesOf(result));
  ASSERT_EQ(parsed.cases.size(), 1);
  EXPECT_EQ(attributeOf(parsed.cases[0], "name"), "no-data-race");
  xmlNode *error = childOf(parsed.cases[0], "error");
  ASSERT_NE(error, nullptr);
  EXPECT_THAT(contentOf(error), HasSubstr("'f' has no body [unmodelled-call]"));
}

TEST(JunitReport, RaceFreePasses) {
  const CheckResult result = resultOf(ledgerOf(0, {}));
  const Parsed parsed = parse(issuesOf(result));
  ASSERT_EQ(parsed.cases.size(), 1);
  EXPECT_EQ(parsed.cases[0]->children, nullptr);
}

TEST(JunitReport, HostileTextIsText) {
  const CheckResult result = resultWith({raceWith(hostileNames())});
  const Parsed parsed = parse(issuesOf(result));
  ASSERT_EQ(parsed.cases.size(), 1);
  xmlNode *failure = childOf(parsed.cases[0], "failure");
  ASSERT_NE(failure, nullptr);
  EXPECT_EQ(failure->children->next, nullptr) << "elements inside";
  for (const std::string &text : {contentOf(failure), attributeOf(failure, "message"),
                                  attributeOf(parsed.cases[0], "file")}) {
    EXPECT_THAT(text, HasSubstr("a'\"<script>alert(1)</script>&amp;]]>--><!--"));
    EXPECT_THAT(text, Not(HasSubstr("\033")));
    EXPECT_THAT(text, Not(HasSubstr("\xE2\x80\xAE")));
  }
  const CheckResult undecided = unknownWith(hostileText());
  ASSERT_EQ(parse(issuesOf(undecided)).cases.size(), 1);
  const PropertyResult violated = violationWith(hostileText());
  ASSERT_EQ(parse(issuesOf(violated)).cases.size(), 1);
}

} // namespace
} // namespace raceward
