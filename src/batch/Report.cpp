// report.html: the results for people.
//
// Everything is in the page as HTML and SVG; the script only sorts, filters and shows tooltips, so
// that the page can be read, printed and searched without it. All text from files goes through
// escapedHtml().

#include "Html.h"
#include "ReportAssets.h"
#include "ReportPlots.h"
#include "raceward/base/Text.h"
#include "raceward/batch/BatchRun.h"
#include "raceward/batch/Numbers.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace raceward::batch {

namespace {

constexpr std::array kClasses{BatchClass::Right, BatchClass::Wrong, BatchClass::Unknown,
                              BatchClass::Error, BatchClass::NoExpectation};
constexpr std::size_t kExamples = 3;

std::string number(std::size_t value) {
  return "<td class=\"n\" data-v=\"" + std::to_string(value) + "\">" + withThousands(value) +
         "</td>";
}

/// A number of seconds that can be sorted.
std::string secondsCell(double seconds, const char *classes = "n") {
  return "<td class=\"" + std::string(classes) + "\" data-v=\"" + fixed(seconds, 6) + "\">" +
         fixed(seconds, seconds < 1 ? 3 : 2) + "</td>";
}

std::string signedText(int value) {
  return value < 0 ? "−" + withThousands(static_cast<std::uint64_t>(-static_cast<long>(value)))
                   : withThousands(static_cast<std::uint64_t>(value));
}

std::string tag(BatchClass resultClass) {
  return "<span class=\"tag t-" + toText(resultClass) + "\">" + toText(resultClass) + "</span>";
}

std::string expectedText(BatchExpectation expected) {
  switch (expected) {
  case BatchExpectation::RaceFree:
    return "race-free";
  case BatchExpectation::Race:
    return "race";
  case BatchExpectation::None:
    break;
  }
  return "–";
}

std::size_t countOf(const BatchCounts &counts, BatchClass resultClass) {
  switch (resultClass) {
  case BatchClass::Right:
    return counts.right();
  case BatchClass::Wrong:
    return counts.wrong();
  case BatchClass::Unknown:
    return counts.unknown;
  case BatchClass::Error:
    return counts.error;
  case BatchClass::NoExpectation:
    break;
  }
  return counts.noExpectation;
}

std::string stackedBar(const BatchCounts &counts) {
  std::string bar = "<div class=\"stack\">";
  const double total = std::max<double>(1, static_cast<double>(counts.total()));
  for (const BatchClass resultClass : kClasses)
    if (const std::size_t count = countOf(counts, resultClass); count > 0)
      bar += "<i class=\"c-" + toText(resultClass) +
             "\" style=\"width:" + fixed(100 * static_cast<double>(count) / total, 2) +
             "%\" title=\"" + std::to_string(count) + " " + toText(resultClass) + "\"></i>";
  return bar + "</div>";
}

class Page {
public:
  explicit Page(const BatchRun &run) : run_(run), counts_(run.counts()) {}

  std::string write() {
    begin();
    cards();
    wrongVerdicts();
    plots();
    crossing();
    byFolder();
    byReason();
    allTasks();
    warnings();
    html_ += "</main><div id=\"tip\" hidden></div><script>";
    html_ += kReportScript;
    html_ += "</script></body></html>\n";
    return std::move(html_);
  }

private:
  void begin() {
    html_ += "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
             "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
             "<title>Raceward batch: " +
             escapedHtml(run_.property) + "</title><style>";
    html_ += kReportStyle;
    html_ +=
        "</style></head><body><main><header><h1>Raceward batch</h1><p>" +
        counted(run_.tasks, "task") + " · property " + escapedHtml(run_.property) +
        " · limits for each task: " +
        (run_.timeLimitSeconds > 0 ? shortest(run_.timeLimitSeconds) + " s" : "no time limit") +
        ", " + (run_.memoryLimitBytes > 0 ? formatBytes(run_.memoryLimitBytes) : "no memory limit");
    if (!run_.checkerArguments.empty()) {
      html_ += " · <code>";
      for (const std::string &argument : run_.checkerArguments)
        html_ += escapedHtml(argument) + " ";
      html_ += "</code>";
    }
    if (run_.comparison)
      html_ += " · compared with " + escapedHtml(run_.comparison->label());
    html_ += "</p></header>";
    if (run_.results.size() < run_.tasks)
      html_ += "<section class=\"banner\">This batch is not complete: only " +
               withThousands(run_.results.size()) + " of " + counted(run_.tasks, "task") +
               " have a result, and all numbers are over these. The same command goes on with "
               "the rest.</section>";
  }

  void card(const std::string &value, const std::string &label, const char *style = "") {
    html_ += "<div class=\"card\"><b class=\"" + std::string(style) + "\">" + value + "</b><span>" +
             label + "</span></div>";
  }

  void cards() {
    const double part = counts_.bestScore > 0 ? static_cast<double>(counts_.score) /
                                                    static_cast<double>(counts_.bestScore)
                                              : 0;
    html_ += "<div class=\"cards\"><div class=\"card wide\"><b>" + signedText(counts_.score) +
             "</b><span>score of " + signedText(counts_.bestScore) + " possible</span>" +
             "<div class=\"meter\"><i style=\"width:" + fixed(100 * std::clamp(part, 0.0, 1.0), 1) +
             "%\"></i></div></div>";
    card(withThousands(counts_.rightRaceFree), "right race-free", "t-right");
    card(withThousands(counts_.rightRace), "right race", "t-right");
    card(withThousands(counts_.wrong()), "wrong", counts_.wrong() > 0 ? "t-wrong" : "");
    card(withThousands(counts_.unknown), "unknown", "t-unknown");
    card(withThousands(counts_.error), counts_.error == 1 ? "error" : "errors",
         counts_.error > 0 ? "t-error" : "");
    if (counts_.noExpectation > 0)
      card(withThousands(counts_.noExpectation), "without expectation");
    card(readableSeconds(counts_.cpuSeconds), "total CPU time");
    html_ += "</div>";
  }

  void wrongVerdicts() {
    if (counts_.wrong() == 0) {
      html_ += "<section class=\"calm\">No wrong verdicts.</section>";
      return;
    }
    html_ += "<section class=\"alarm\"><h2>" + counted(counts_.wrong(), "wrong verdict") +
             "</h2><div class=\"scroll\"><table><thead><tr><th>task</th><th>said</th>"
             "<th>expected</th><th class=\"n\">score</th><th class=\"n\">CPU s</th></tr></thead>"
             "<tbody>";
    // A wrong race-free is the worst answer of a verifier.
    for (const BatchVerdict verdict : {BatchVerdict::RaceFree, BatchVerdict::Race})
      for (const BatchResult &result : run_.results) {
        if (result.answer.verdict != verdict || result.resultClass() != BatchClass::Wrong)
          continue;
        html_ += "<tr><td class=\"name\">" + escapedHtml(result.task.name()) +
                 "</td><td class=\"tag t-wrong\">" + toText(verdict) + "</td><td>" +
                 expectedText(result.task.expected) + "</td><td class=\"n\">" +
                 signedText(scoreOf(verdict, result.task.expected)) + "</td>" +
                 secondsCell(result.answer.cpuSeconds) + "</tr>";
      }
    html_ += "</tbody></table></div></section>";
  }

  void plots() {
    std::vector<QuantileCurve> curves{{"this run", "ours", {}}};
    std::vector<ScatterPoint> points;
    for (const BatchResult &result : run_.results)
      if (result.resultClass() == BatchClass::Right)
        curves[0].seconds.push_back(result.answer.cpuSeconds);
    if (run_.comparison) {
      curves.push_back({run_.comparison->label(), "theirs", {}});
      for (const BatchResult &result : run_.results) {
        const PeerResult *peer = run_.comparison->find(result.task);
        if (!peer || !peer->cpuSeconds)
          continue;
        if (peer->resultClass == BatchClass::Right)
          curves[1].seconds.push_back(*peer->cpuSeconds);
        points.push_back(
            {result.task.name(), result.resultClass(),
             "this run: " + toText(result.answer.verdict) + " (" + toText(result.resultClass()) +
                 "), " + readableSeconds(result.answer.cpuSeconds) + "\n" +
                 run_.comparison->label() + ": " + toText(peer->verdict) + " (" +
                 toText(peer->resultClass) + "), " + readableSeconds(*peer->cpuSeconds),
             result.answer.cpuSeconds, *peer->cpuSeconds});
      }
    }
    html_ += "<div class=\"plots\"><section><h2>Right answers by CPU time</h2>" +
             quantilePlot(std::move(curves)) + "</section>";
    if (run_.comparison)
      html_ += "<section><h2>CPU time task by task</h2>" +
               scatterPlot(points, run_.comparison->label()) + "</section>";
    html_ += "</div>";
  }

  /// The classes of both tools crossed: which answers only one of them has.
  void crossing() {
    if (!run_.comparison)
      return;
    std::map<std::pair<BatchClass, BatchClass>, std::size_t> both;
    std::size_t compared = 0;
    int theirScore = 0;
    int ourScore = 0;
    for (const BatchResult &result : run_.results)
      if (const PeerResult *peer = run_.comparison->find(result.task)) {
        ++both[{result.resultClass(), peer->resultClass}];
        ++compared;
        ourScore += scoreOf(result.answer.verdict, result.task.expected);
        theirScore += scoreOf(peer->verdict, result.task.expected);
      }
    const std::string label = escapedHtml(run_.comparison->label());
    html_ += "<section><h2>This run and " + label + "</h2><p>" + withThousands(compared) + " of " +
             counted(run_.results.size(), "task") + " are in both. On these the score is <b>" +
             signedText(ourScore) + "</b> for this run and <b>" + signedText(theirScore) +
             "</b> for " + label + ".</p>";
    if (compared == 0) {
      html_ += "<p class=\"none\">Nothing to compare: tasks are matched by the last part of "
               "their folder and the stem of their file.</p></section>";
      return;
    }
    const auto used = [&](BatchClass resultClass, bool theirs) {
      return std::any_of(both.begin(), both.end(), [&](const auto &entry) {
        return (theirs ? entry.first.second : entry.first.first) == resultClass;
      });
    };
    html_ += "<div class=\"scroll\"><table class=\"crossing\"><thead><tr><th>this run ↓ &nbsp; " +
             label + " →</th>";
    for (const BatchClass theirs : kClasses)
      if (used(theirs, true))
        html_ += "<th class=\"n t-" + toText(theirs) + "\">" + toText(theirs) + "</th>";
    html_ += "</tr></thead><tbody>";
    for (const BatchClass ours : kClasses) {
      if (!used(ours, false))
        continue;
      html_ += "<tr><th class=\"t-" + toText(ours) + "\">" + toText(ours) + "</th>";
      for (const BatchClass theirs : kClasses) {
        if (!used(theirs, true))
          continue;
        const auto at = both.find({ours, theirs});
        html_ += "<td class=\"n" + std::string(ours == theirs ? " same" : "") + "\">" +
                 (at == both.end() ? "·" : withThousands(at->second)) + "</td>";
      }
      html_ += "</tr>";
    }
    html_ += "</tbody></table></div></section>";
  }

  void folderRow(const std::string &name, const BatchCounts &counts) {
    html_ += "<tr><td class=\"name\">" + name + "</td>" + number(counts.total()) +
             number(counts.right()) + number(counts.wrong()) + number(counts.unknown) +
             number(counts.error) + "<td class=\"n\" data-v=\"" + std::to_string(counts.score) +
             "\">" + signedText(counts.score) + " <span class=\"soft\">of " +
             signedText(counts.bestScore) + "</span></td>" + secondsCell(counts.cpuSeconds) +
             "<td class=\"x\" data-v=\"" +
             fixed(static_cast<double>(counts.right()) /
                       std::max<double>(1, static_cast<double>(counts.total())),
                   6) +
             "\">" + stackedBar(counts) + "</td></tr>";
  }

  void byFolder() {
    std::map<std::string, BatchCounts> folders;
    for (const BatchResult &result : run_.results)
      folders[result.task.folder].add(result);
    html_ += "<section><h2>By folder</h2>";
    if (folders.empty()) {
      html_ += "<p class=\"none\">No results yet.</p></section>";
      return;
    }
    html_ += "<div class=\"scroll\"><table class=\"sortable\"><thead><tr><th>folder</th>"
             "<th class=\"n\">tasks</th><th class=\"n\">right</th><th class=\"n\">wrong</th>"
             "<th class=\"n\">unknown</th><th class=\"n\">errors</th><th class=\"n\">score</th>"
             "<th class=\"n\">CPU s</th><th class=\"x\">share</th></tr></thead><tbody>";
    for (const auto &[folder, counts] : folders)
      folderRow(escapedHtml(folder), counts);
    html_ += "</tbody><tfoot>";
    folderRow("all", counts_);
    html_ += "</tfoot></table></div></section>";
  }

  void byReason() {
    struct Group {
      BatchClass resultClass = BatchClass::Unknown;
      std::string kind;
      std::vector<const BatchResult *> results;
    };
    std::map<std::pair<BatchClass, std::string>, Group> byKind;
    for (const BatchResult &result : run_.results)
      if (result.answer.reason && result.answer.verdict != BatchVerdict::RaceFree) {
        const BatchClass resultClass = result.resultClass();
        Group &group = byKind[{resultClass, result.answer.reason->kind}];
        group.resultClass = resultClass;
        group.kind = result.answer.reason->kind;
        group.results.push_back(&result);
      }
    html_ += "<section><h2>By reason: why there is no verdict</h2>";
    if (byKind.empty()) {
      html_ += "<p class=\"none\">Every task has a verdict.</p></section>";
      return;
    }
    std::vector<Group> groups;
    for (auto &[key, group] : byKind)
      groups.push_back(std::move(group));
    // Not stable_sort: clang warns about a deprecated function in GCC 12's.
    std::sort(groups.begin(), groups.end(), [](const Group &a, const Group &b) {
      if (a.results.size() != b.results.size())
        return a.results.size() > b.results.size();
      return std::tie(a.resultClass, a.kind) < std::tie(b.resultClass, b.kind);
    });
    html_ += "<div class=\"scroll\"><table class=\"sortable\"><thead><tr><th>reason</th>"
             "<th>class</th><th class=\"n\">tasks</th><th>for example</th></tr></thead><tbody>";
    for (const Group &group : groups) {
      html_ += "<tr><td><b>" + escapedHtml(group.kind) + "</b></td><td>" + tag(group.resultClass) +
               "</td>" + number(group.results.size()) + "<td class=\"name\">";
      for (std::size_t i = 0; i < std::min(kExamples, group.results.size()); ++i) {
        const BatchResult &result = *group.results[i];
        html_ += std::string(i == 0 ? "" : "<br>") + escapedHtml(result.task.name());
        if (!result.answer.reason->message.empty())
          html_ += " <span class=\"why\">" + escapedHtml(result.answer.reason->message) + "</span>";
      }
      html_ += "</td></tr>";
    }
    html_ += "</tbody></table></div></section>";
  }

  void picker(const char *id, const std::string &label, const std::string &all) {
    html_ += "<select id=\"" + std::string(id) + "\" aria-label=\"" + label +
             "\"><option value=\"\">" + all + "</option>";
    for (const BatchClass resultClass : kClasses)
      html_ += "<option value=\"" + toText(resultClass) + "\">" + label + ": " +
               toText(resultClass) + "</option>";
    html_ += "</select>";
  }

  void allTasks() {
    html_ += "<section id=\"all\"><h2>All tasks</h2>";
    if (run_.results.empty()) {
      html_ += "<p class=\"none\">No results yet.</p></section>";
      return;
    }
    const std::string label = run_.comparison ? escapedHtml(run_.comparison->label()) : "";
    html_ += "<div class=\"tools\"><input id=\"find\" type=\"search\" "
             "placeholder=\"words of the folder, file or reason\" aria-label=\"filter\">";
    picker("pick", "this run", "all classes");
    if (run_.comparison)
      picker("peer", label, "all of " + label);
    html_ += "<span id=\"shown\" class=\"soft\"></span></div>"
             "<div class=\"scroll\"><table class=\"sortable\" id=\"tasks\"><thead><tr>"
             "<th>task</th><th class=\"x\">expected</th><th>verdict</th><th>class</th>"
             "<th class=\"x\">reason</th><th class=\"n\">CPU s</th><th class=\"n x\">wall s</th>"
             "<th class=\"n x\">MB</th>";
    if (run_.comparison)
      html_ += "<th>" + label + "</th><th class=\"n\">its CPU s</th>";
    html_ += "</tr></thead><tbody>";
    for (const BatchResult &result : run_.results)
      taskRow(result);
    html_ += "</tbody></table></div></section>";
  }

  void taskRow(const BatchResult &result) {
    const BatchAnswer &answer = result.answer;
    const PeerResult *peer = run_.comparison ? run_.comparison->find(result.task) : nullptr;
    html_ += "<tr data-c=\"" + toText(result.resultClass()) + "\"";
    if (peer)
      html_ += " data-p=\"" + toText(peer->resultClass) + "\"";
    html_ += "><td class=\"name\">" + escapedHtml(result.task.name()) + "</td><td class=\"x\">" +
             expectedText(result.task.expected) + "</td><td>" + toText(answer.verdict) +
             "</td><td>" + tag(result.resultClass()) + "</td><td class=\"why x\">";
    if (answer.reason) {
      html_ += "<span title=\"" + escapedHtml(answer.reason->message);
      if (!answer.reason->file.empty())
        html_ += "\n" + escapedHtml(answer.reason->file) +
                 (answer.reason->line > 0 ? ":" + std::to_string(answer.reason->line) : "");
      html_ += "\">" + escapedHtml(answer.reason->kind) + "</span>";
    }
    html_ += "</td>" + secondsCell(answer.cpuSeconds) + secondsCell(answer.wallSeconds, "n x") +
             "<td class=\"n x\" data-v=\"" + std::to_string(answer.peakBytes) + "\">" +
             fixed(static_cast<double>(answer.peakBytes) / 1e6, 1) + "</td>";
    if (run_.comparison) {
      if (peer) {
        html_ += "<td>" + tag(peer->resultClass) + "</td>";
        html_ += peer->cpuSeconds ? secondsCell(*peer->cpuSeconds)
                                  : "<td class=\"n\" data-v=\"\">–</td>";
      } else {
        html_ += "<td>–</td><td class=\"n\" data-v=\"\">–</td>";
      }
    }
    html_ += "</tr>";
  }

  void warnings() {
    if (run_.warnings.empty())
      return;
    html_ += "<section><details><summary>" + counted(run_.warnings.size(), "warning") +
             " about the task lists</summary><ul>";
    for (const std::string &warning : run_.warnings)
      html_ += "<li>" + escapedHtml(warning) + "</li>";
    html_ += "</ul></details></section>";
  }

  const BatchRun &run_;
  const BatchCounts counts_;
  std::string html_;
};

} // namespace

std::string reportHtml(const BatchRun &run) {
  return Page(run).write();
}

} // namespace raceward::batch
