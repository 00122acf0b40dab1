#include "raceward/report/SarifReport.h"

#include "story/RaceStory.h"
#include "story/SchedulePicture.h"
#include "text/FormatText.h"
#include "text/Glyphs.h"
#include "text/SourceFiles.h"

#include "raceward/base/Json.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <array>

namespace raceward {
namespace {

/// Limits of viewers. The start shows how the threads were created, the end is the race.
constexpr std::size_t kMostSteps = 1000;
constexpr std::size_t kStepsAtTheStart = 200;

/// SARIF interprets braces as placeholders and "[a](b)" as a link.
Json messageOf(std::string_view text) {
  std::string escaped;
  const std::string plain = printable(text);
  const bool mayLink = plain.find("](") != std::string::npos;
  for (const char c : plain) {
    if (mayLink && (c == '[' || c == ']'))
      escaped += '\\';
    if (c == '{' || c == '}')
      escaped += c;
    escaped += c;
  }
  return Json{{"text", escaped}};
}

struct Rule {
  std::string_view id;
  std::string_view name;
  std::string_view title;
  std::string_view help;
};
constexpr std::array kRules{
    Rule{"data-race", "DataRace", "Data race",
         "Two threads access the same memory, at least one of them writes, at least one access is "
         "not atomic, and nothing orders them (C11 5.1.2.4)."},
    Rule{"possible-data-race", "PossibleDataRace", "Possible data race",
         "Two accesses to this memory may race: no prover excludes it, and no run was found in "
         "which they do."},
    Rule{"value-race", "ValueRace", "Value race",
         "The value that a variable has here depends on the order in which threads run, for equal "
         "inputs."},
    Rule{"assertion-failed", "AssertionFailed", "Assertion that fails",
         "An assertion does not hold in some run."},
    Rule{"invalid-read", "InvalidRead", "Invalid read",
         "Memory that does not exist, or no longer exists, is read."},
    Rule{"invalid-write", "InvalidWrite", "Invalid write",
         "Memory that does not exist, or no longer exists, is written."},
    Rule{"invalid-free", "InvalidFree", "Invalid free", "Memory that cannot be freed is freed."},
    Rule{"invalid-call", "InvalidCall", "Invalid call",
         "Call through a pointer that is not a function."},
    Rule{"deadlock", "Deadlock", "Deadlock", "Threads wait for each other without end."}};

bool isPossible(std::string_view rule) {
  return rule == "possible-data-race";
}

std::string levelOf(std::string_view rule) {
  return isPossible(rule) ? "warning" : "error";
}

/// The rules that the results violate. An unknown kind of violation has its id only.
Json rulesOf(const IssueList &list) {
  std::vector<std::string> ids;
  for (const std::vector<Issue> *issues : {&list.issues, &list.suppressed, &list.open})
    for (const Issue &issue : *issues)
      if (std::ranges::find(ids, issue.rule) == ids.end())
        ids.push_back(issue.rule);
  Json rules = Json::array();
  for (const std::string &id : ids) {
    Json rule{{"id", sanitizedUtf8(id)}};
    if (const auto known = std::ranges::find(kRules, id, &Rule::id); known != kRules.end()) {
      rule["name"] = known->name;
      rule["shortDescription"] = messageOf(known->title);
      const Json help = messageOf(known->help);
      rule["help"] = help;
      rule["fullDescription"] = help;
    }
    rule["defaultConfiguration"] = Json{{"level", levelOf(id)}};
    rules.push_back(std::move(rule));
  }
  return rules;
}

class SarifWriter {
public:
  explicit SarifWriter(const FormatContext &context) : context_(context) {}

  Json result(const Issue &issue, const Json &rules) const {
    Json json = Json::object();
    json["ruleId"] = sanitizedUtf8(issue.rule);
    for (std::size_t at = 0; at < rules.size(); ++at)
      if (rules[at]["id"] == json["ruleId"])
        json["ruleIndex"] = at;
    json["level"] = issue.benign ? "warning" : levelOf(issue.rule);
    json["message"] = messageOf(issue.message + (issue.why.empty() ? "" : ". " + issue.why) +
                                (issue.advice.empty() ? "" : " Hint: " + issue.advice));
    json["locations"] = Json::array();
    if (issue.at.known())
      json["locations"].push_back(location(issue.at, issue.function, {}));
    json["relatedLocations"] = Json::array();
    for (const RelatedPlace &place : issue.related)
      if (place.at.known()) {
        Json related = location(place.at, {}, place.message);
        related["id"] = json["relatedLocations"].size();
        json["relatedLocations"].push_back(std::move(related));
      }
    if (issue.run != nullptr)
      json["codeFlows"] = Json::array({codeFlow(*issue.run)});
    // Of another name: a baseline knows races, and no suspicions.
    json["partialFingerprints"] =
        Json{{isPossible(issue.rule) ? "racewardOpen/v1" : "raceward/v1", issue.fingerprint}};
    if (issue.known)
      json["baselineState"] = *issue.known ? "unchanged" : "new";
    if (!issue.justification.empty())
      json["suppressions"] = Json::array(
          {Json{{"kind", "external"}, {"justification", sanitizedUtf8(issue.justification)}}});
    return json;
  }

  Json notification(const Gap &gap) const {
    Json json = Json::object();
    json["descriptor"] = Json{{"id", toString(gap.kind)}};
    json["level"] = "warning";
    json["message"] = messageOf(gap.message + (gap.hint.empty() ? "" : " (" + gap.hint + ")"));
    if (gap.at.known())
      json["locations"] = Json::array({location(gap.at, {}, {})});
    return json;
  }

private:
  Json artifact(const std::string &file) const {
    const std::string path = relativePath(file, context_);
    if (path.starts_with('/'))
      return Json{{"uri", "file://" + uriPath(path)}};
    Json json{{"uri", uriPath(path)}};
    if (!context_.sourceRoot.empty())
      json["uriBaseId"] = "SRCROOT";
    return json;
  }

  /// Compilers count bytes, SARIF counts characters.
  std::uint32_t columnOf(const SourcePosition &at) const {
    const std::optional<std::string_view> line = sources_.line(at.file, at.line);
    if (!line || at.column > line->size())
      return at.column;
    const auto isContinuation = [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
    };
    const std::string before = sanitizedUtf8(line->substr(0, at.column - 1));
    const auto skipped = std::ranges::count_if(before, isContinuation);
    return static_cast<std::uint32_t>(before.size() - static_cast<std::size_t>(skipped)) + 1;
  }

  Json location(const SourcePosition &at, const std::string &function,
                const std::string &message) const {
    Json region{{"startLine", at.line}};
    if (at.column != 0)
      region["startColumn"] = columnOf(at);
    Json json = Json::object();
    json["physicalLocation"] =
        Json{{"artifactLocation", artifact(at.file)}, {"region", std::move(region)}};
    if (!function.empty())
      json["logicalLocations"] =
          Json::array({Json{{"name", sanitizedUtf8(function)}, {"kind", "function"}}});
    if (!message.empty())
      json["message"] = messageOf(message);
    return json;
  }

  static std::string wordsOf(const EvidenceStep &step) {
    std::string text = threadLabel(step.thread) + ": " + std::string(toString(step.action));
    if (step.target)
      text += " " + threadLabel(*step.target);
    else if (!step.object.empty())
      text += " " + step.object;
    else if (!step.call.empty()) // state of the library
      text += " by " + step.call + "()";
    if (step.accesses.size() == 1 && !step.accesses.front().value.empty())
      text += (step.accesses.front().writes ? " := " : " = ") + step.accesses.front().value;
    return text;
  }

  Json flowStep(const Evidence &run, std::size_t index, const std::string &remark) const {
    const EvidenceStep &step = run.steps[index];
    const bool racing = index == run.firstAccess || index + 1 == run.steps.size();
    std::string words = wordsOf(step);
    if (racing)
      words += " (races)";
    Json json = Json::object();
    if (step.at.known())
      json["location"] = location(step.at, step.function, words + remark);
    else
      json["location"] = Json{{"message", messageOf(words + remark)}};
    json["executionOrder"] = index + 1;
    json["importance"] = racing ? "essential" : "important";
    return json;
  }

  /// The steps with these indices; if there are more than viewers show, the middle is left out.
  Json flow(const Evidence &run, const std::vector<std::size_t> &indices, const std::string &id,
            const std::string &about) const {
    const std::size_t leftOut = indices.size() > kMostSteps ? indices.size() - kMostSteps : 0;
    Json steps = Json::array();
    for (std::size_t at = 0; at < indices.size(); ++at) {
      const bool gap = leftOut > 0 && at == kStepsAtTheStart;
      if (gap)
        at += leftOut;
      steps.push_back(flowStep(run, indices[at],
                               gap ? " (before it, " + counted(leftOut, "step") + " left out)"
                                   : std::string()));
    }
    const std::string more = leftOut == 0 ? "" : "; " + counted(leftOut, "step") + " left out";
    return Json{{"id", id}, {"message", messageOf(about + more)}, {"locations", std::move(steps)}};
  }

  Json codeFlow(const Evidence &run) const {
    std::vector<std::size_t> all;
    std::vector<std::vector<std::size_t>> ofThread(run.threads.size());
    for (std::size_t at = 0; at < run.steps.size(); ++at) {
      all.push_back(at);
      ofThread[run.steps[at].thread].push_back(at);
    }
    Json flows = Json::array({flow(run, all, "all", "the run, all threads in their order")});
    for (std::size_t thread = 0; thread < ofThread.size(); ++thread)
      if (!ofThread[thread].empty()) {
        const std::string label = threadLabel(static_cast<std::uint32_t>(thread));
        flows.push_back(flow(run, ofThread[thread], label,
                             "thread " + label + " ('" + run.threads[thread].function + "')"));
      }
    return Json{{"message", messageOf("a run in which the two accesses race")},
                {"threadFlows", std::move(flows)}};
  }

  const FormatContext &context_;
  mutable SourceFiles sources_;
};

Json invocationOf(const IssueList &list, const SarifWriter &writer) {
  Json notifications = Json::array();
  for (const Gap &gap : list.reasons)
    notifications.push_back(writer.notification(gap));
  // A check that ends with `unknown` was successful.
  return Json{{"executionSuccessful", true},
              {"toolExecutionNotifications", std::move(notifications)}};
}

} // namespace

std::string sarifReport(const IssueList &list, const FormatContext &context) {
  const SarifWriter writer(context);
  const Json rules = rulesOf(list);
  Json results = Json::array();
  for (const std::vector<Issue> *issues : {&list.issues, &list.suppressed, &list.open})
    for (const Issue &issue : *issues)
      results.push_back(writer.result(issue, rules));

  Json run = Json::object();
  run["tool"] = Json{
      {"driver",
       Json{{"name", "Raceward"}, {"version", sanitizedUtf8(context.version)}, {"rules", rules}}}};
  run["invocations"] = Json::array({invocationOf(list, writer)});
  if (!context.sourceRoot.empty())
    run["originalUriBaseIds"] =
        Json{{"SRCROOT", Json{{"uri", "file://" + uriPath(context.sourceRoot) + "/"}}}};
  run["columnKind"] = "unicodeCodePoints";
  run["results"] = std::move(results);
  run["properties"] = Json{{"property", sanitizedUtf8(list.property)},
                           {"verdict", sanitizedUtf8(list.verdict)},
                           {"summary", sanitizedUtf8(list.summary)}};

  const Json document{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", Json::array({std::move(run)})}};
  constexpr int kIndent = 1;
  return document.print(kIndent) + "\n";
}

} // namespace raceward
