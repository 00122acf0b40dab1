#include "raceward/report/Witness.h"

#include "Results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace raceward {
namespace {

using testing::HasSubstr;

EvidenceStep stepOf(std::uint32_t thread, std::string_view action, std::string object,
                    SourcePosition at) {
  EvidenceStep step;
  step.thread = thread;
  step.action = actionKindNamed(action).value();
  step.object = std::move(object);
  step.at = std::move(at);
  step.function = thread == 0 ? "main" : "worker";
  return step;
}

const char *const kSource = "int f;\n"
                            "void *worker(void *p) {\n"
                            "  lock(&m); unlock(&m);\n"
                            "  if (f) x = 1;\n"
                            "}\n"
                            "int main(void) {\n"
                            "  int a = __VERIFIER_nondet_int();\n"
                            "  lock(&m); unlock(&m);\n"
                            "  create(&t, 0,\n"
                            "         worker, 0);\n"
                            "  x = a;\n"
                            "}\n";

/// main gets an input, creates a thread, both take a mutex, and then they race.
class AWitness : public testing::Test {
protected:
  AWitness() {
    const std::string file = sources_.write("queue.c", kSource);
    race_.first = site(AccessKind::Write, {file, 4, 12}, "worker", "x");
    race_.second = site(AccessKind::Write, {file, 11, 5}, "main", "x");
    Evidence &run = race_.run;
    run.threads = {{"main", {}, {}}, {"worker", 0, {file, 9, 3}}};
    GivenInput input;
    input.source = "__VERIFIER_nondet_int";
    input.at = {file, 7, 11};
    input.bits = 32;
    input.value = "-3";
    run.inputs = {input};
    EvidenceStep create = stepOf(0, "create", "", {file, 9, 3});
    create.target = 1;
    run.steps = {stepOf(0, "lock", "m", {file, 8, 3}),
                 stepOf(0, "unlock", "m", {file, 8, 13}),
                 create,
                 stepOf(1, "lock", "m", {file, 3, 3}),
                 stepOf(1, "unlock", "m", {file, 3, 13}),
                 stepOf(1, "write", "x", {file, 4, 12}),
                 stepOf(0, "write", "x", {file, 11, 5})};
    run.firstAccess = 5;
    context_.version = "1.2";
    context_.creationTime = "2026-01-02T03:04:05Z";
    context_.files = {{file, "abc"}};
    context_.specification = "CHECK( init(main()), LTL(G ! data-race) )";
    context_.dataModel = "LP64";
  }

  [[nodiscard]] ViolationWitness witness() const {
    Result<ViolationWitness> made = witnessOf(race_, context_);
    return std::move(made).value();
  }

  /// "type thread line:column constraint" of each waypoint; targets share a line.
  static std::vector<std::string> wordsOf(const ViolationWitness &witness) {
    std::vector<std::string> words;
    for (const WitnessSegment &segment : witness.segments) {
      std::string &word = words.emplace_back();
      for (const Waypoint &waypoint : segment.follow)
        word += (word.empty() ? "" : " | ") + std::to_string(static_cast<int>(waypoint.type)) +
                " T" + std::to_string(waypoint.thread.value_or(99)) + " " +
                std::to_string(waypoint.at.line) + ":" + std::to_string(waypoint.at.column) + " " +
                waypoint.constraint;
    }
    return words;
  }

  Sources sources_;
  Conviction race_;
  WitnessContext context_;
};

TEST_F(AWitness, NamesInputsCreationsOrderAndTargets) {
  EXPECT_THAT(wordsOf(witness()),
              testing::ElementsAre("3 T0 7:33 \\result == -3", // at the closing parenthesis
                                   "0 T0 8:3 1", "2 T0 10:19 ", "0 T1 3:3 1",
                                   // Statements, not accesses.
                                   "4 T1 4:10  | 4 T0 11:3 "));
}

TEST_F(AWitness, DoesNotOrderWhatOneThreadDoesAlone) {
  for (EvidenceStep &step : race_.run.steps)
    if (step.thread == 1 && step.object == "m")
      step.object = "n";
  EXPECT_THAT(wordsOf(witness()), testing::SizeIs(3));
}

TEST_F(AWitness, LeavesOutWhatCannotBeSaid) {
  race_.run.inputs.front().source = "__VERIFIER_nondet_float";
  EXPECT_THAT(wordsOf(witness()), testing::SizeIs(4));
}

TEST_F(AWitness, NeedsARun) {
  race_.run.steps.clear();
  EXPECT_FALSE(witnessOf(race_, context_));
}

TEST_F(AWitness, NeedsPositions) {
  race_.first.at = {};
  EXPECT_FALSE(witnessOf(race_, context_));
}

TEST_F(AWitness, InYamlIsReadAsItWasWritten) {
  const ViolationWitness written = witness();
  const Result<ViolationWitness> read = readYamlWitness("w.yml", yamlWitness(written));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(wordsOf(*read), wordsOf(written));
  EXPECT_EQ(read->files.front().name, written.files.front().name);
  EXPECT_EQ(read->files.front().sha256, "abc");
  EXPECT_EQ(read->specification, written.specification);
  EXPECT_EQ(read->dataModel, "LP64");
  EXPECT_EQ(read->formatVersion, "2.2");
}

TEST_F(AWitness, InGraphmlKeepsAllButColumns) {
  const Result<ViolationWitness> read = readGraphmlWitness("w", graphmlWitness(witness()));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_THAT(wordsOf(*read),
              testing::ElementsAre("3 T0 7:0 \\result == -3", "0 T0 8:0 ", "2 T0 10:0 ",
                                   "0 T1 3:0 ", "4 T1 4:0  | 4 T0 11:0 "));
  EXPECT_EQ(read->files.front().sha256, "abc");
  EXPECT_EQ(read->dataModel, "LP64");
}

TEST_F(AWitness, MayHaveAnyNames) {
  context_.files.front().name = "odd \"name\"\n\\ <&>.c";
  const auto yaml = readYamlWitness("w", yamlWitness(witness()));
  ASSERT_TRUE(yaml) << yaml.error().message;
  EXPECT_EQ(yaml->files.front().name, context_.files.front().name);
  const auto graphml = readGraphmlWitness("w", graphmlWitness(witness()));
  ASSERT_TRUE(graphml) << graphml.error().message;
  EXPECT_EQ(graphml->files.front().name, context_.files.front().name);
}

std::string complaintAbout(const std::string &yaml) {
  const Result<ViolationWitness> read = readYamlWitness("w.yml", yaml);
  return read ? "" : read.error().message;
}

std::string entryWith(const std::string &content) {
  return "- entry_type: violation_sequence\n"
         "  metadata: {format_version: \"2.2\", odd: [1, 2]}\n"
         "  content:\n" +
         content;
}

TEST(YamlWitness, OfOthersMayHaveMoreAndLess) {
  const auto read =
      readYamlWitness("w", "- entry_type: other\n" +
                               entryWith("  - segment:\n"
                                         "    - waypoint: {type: branching, action: avoid,\n"
                                         "                 location: {line: 3}}\n"
                                         "    - waypoint: {type: target, action: follow, new: 1,\n"
                                         "                 location: {line: 7, identifier: x}}\n"));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->segments.front().avoid.size(), 1U);
  EXPECT_EQ(read->segments.front().follow.front().at.line, 7U);
  EXPECT_FALSE(read->segments.front().follow.front().thread);
}

TEST(YamlWitness, SaysWhereItIsWrong) {
  EXPECT_THAT(complaintAbout("a: [\n"), HasSubstr("w.yml:2: "));
  EXPECT_THAT(complaintAbout("text"), HasSubstr("w.yml:1: not a witness"));
  EXPECT_THAT(complaintAbout("[]"), HasSubstr("no entry of the type violation_sequence"));
  EXPECT_THAT(complaintAbout("- entry_type: violation_sequence\n"
                             "  metadata: {format_version: 3.0}\n"),
              HasSubstr("format_version '3.0'"));
  EXPECT_THAT(complaintAbout(entryWith("  - segment:\n    - waypoint:\n        type: cycle\n")),
              HasSubstr("w.yml:6: the waypoint type 'cycle'"));
  EXPECT_THAT(complaintAbout(entryWith("  - segment:\n    - waypoint: {type: target}\n")),
              HasSubstr("w.yml:5: a waypoint without a location"));
  EXPECT_THAT(complaintAbout(entryWith("  - segment:\n    - waypoint: {type: target,\n"
                                       "       thread_id: -1, location: {line: 1}}\n")),
              HasSubstr("w.yml:6: thread_id"));
  EXPECT_THAT(complaintAbout(entryWith("  - segment: []\n")),
              HasSubstr("a segment without a waypoint to follow"));
}

std::string graphmlComplaint(const std::string &text) {
  const Result<ViolationWitness> read = readGraphmlWitness("w", text);
  return read ? "" : read.error().message;
}

TEST(GraphmlWitness, SaysWhereItIsWrong) {
  EXPECT_THAT(graphmlComplaint("<graphml>\n<graph>\n</graphml>"), HasSubstr("w:3: "));
  EXPECT_THAT(graphmlComplaint("<graphml/>"), HasSubstr("no graph"));
  const std::string head = "<graphml><graph>\n<data key=\"witness-type\">violation_witness</data>"
                           "<node id=\"a\"><data key=\"entry\">true</data></node>"
                           "<node id=\"b\"><data key=\"violation\">true</data></node>\n";
  EXPECT_THAT(graphmlComplaint(head + "</graph></graphml>"), HasSubstr("no way from the entry"));
  const auto edge = [](const std::string &data) {
    return "<edge source=\"a\" target=\"b\">" + data + "</edge></graph></graphml>";
  };
  EXPECT_THAT(graphmlComplaint(head + edge("<data key=\"startline\">x</data>")),
              HasSubstr("w:3: startline is not a line number"));
  EXPECT_THAT(graphmlComplaint(head + edge("<data key=\"startline\">4</data>")),
              HasSubstr("belongs to one thread alone"));
}

TEST(GraphmlWitness, ReplacesNoEntities) {
  const std::string text =
      "<!DOCTYPE x [<!ENTITY e SYSTEM \"/etc/hostname\">]>\n"
      "<graphml><graph><data key=\"witness-type\">&e;</data></graph></graphml>";
  EXPECT_THAT(graphmlComplaint(text), HasSubstr("not a violation witness"));
}

} // namespace
} // namespace raceward
