// Results with a race, for the tests of the formats; any text may stand for every name in them.
#pragma once

#include "Results.h"

#include "raceward/report/Issues.h"

namespace raceward {

struct RaceNames {
  std::string file = "src/queue.c";
  std::string object = "counter";
  std::string function = "worker";
};

/// Bytes that some format would take for its own: markup, quotes, line breaks, escape codes,
/// no UTF-8, the ends of comments and of CDATA, workflow commands, placeholders and links.
inline std::string hostileText() {
  return "a'\"<script>alert(1)</script>&amp;]]>--><!--\n::error::x\r%0A\033[2J\xFF {0} [l](1) "
         "`|*_\\ "
         "\xE2\x80\xAE\xE2\x80\xA8";
}

inline RaceNames hostileNames() {
  return {hostileText() + ".c", hostileText(), hostileText()};
}

inline Conviction raceWith(const RaceNames &names, std::size_t repeats = 0) {
  Conviction race{site(AccessKind::Write, {names.file, 12, 10}, names.function, names.object),
                  site(AccessKind::Read, {names.file, 20, 18}, "main", names.object),
                  names.function, "main"};
  race.run.threads = {{"main", {}, {}}, {names.function, 0, {names.file, 17, 3}}};
  race.run.inputs = {{names.function, {names.file, 16, 11}, 32, "-5"}};
  race.run.steps = {{0, ActionKind::Create, "", 1, {names.file, 17, 3}, "main", 0}};
  for (std::size_t i = 0; i < repeats; ++i)
    race.run.steps.push_back(
        {1, ActionKind::Read, names.object, {}, {names.file, 11, 4}, names.function, 0});
  race.run.steps.push_back(
      {1, ActionKind::Write, names.object, {}, {names.file, 12, 10}, names.function, 0});
  race.run.steps.back().accesses = {{0, 0, 4, true, "7"}};
  race.run.steps.push_back(
      {0, ActionKind::Read, names.object, {}, {names.file, 20, 18}, "main", 0});
  race.run.firstAccess = static_cast<std::uint32_t>(repeats) + 1;
  return race;
}

inline CheckResult resultWith(std::vector<Conviction> races) {
  Ledger ledger = ledgerOf(2, {});
  ledger.convictions = std::move(races);
  return resultOf(ledger);
}

/// Undecided, for a reason with any text in it.
inline CheckResult unknownWith(const std::string &text) {
  return resultOf(
      ledgerOf(2, {{"explorer", 1, {{GapKind::UnmodelledCall, text, {text, 21, 3}, text}}, true}}));
}

inline PropertyResult violationWith(const std::string &text) {
  PathLedger ledger;
  ledger.violations = {
      {"assertion-failed", text, {"a.c", 5, 3}, text, {{"main", {"a.c", 9, 1}}}, {}}};
  ledger.closed = true;
  return {std::move(ledger), {}, {}};
}

inline const FormatContext kFormatContext{
    "0.1.0", {"src/queue.c"}, "/home/me/project", "/home/me/project"};

} // namespace raceward
