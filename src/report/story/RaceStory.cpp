#include "RaceStory.h"

#include "raceward/base/Text.h"
#include "raceward/model/RunFacts.h"
#include "text/Glyphs.h"
#include "text/SourceFiles.h"

#include <algorithm>
#include <set>
#include <vector>

namespace raceward {
namespace {

std::string quotedName(const std::string &name) {
  return name.empty() ? "a lock" : "'" + printable(name) + "'";
}

/// What to use instead of functions that have no relative with `_r`.
struct Remedy {
  std::string_view state;
  std::string_view words;
};
constexpr Remedy kRemedies[] = {
    {"basename", "work on a copy of the name"},
    {"catgets", "copy the message before threads are created"},
    {"ctermid", "give ctermid() a buffer"},
    {"cuserid", "give cuserid() a buffer"},
    {"dirname", "work on a copy of the name"},
    {"ecvt", "use snprintf()"},
    {"fcvt", "use snprintf()"},
    {"getenv", "copy the value before threads are created"},
    {"getopt", "read the options before threads are created"},
    {"getpass", "ask before threads are created"},
    {"inet_ntoa", "use inet_ntop()"},
    {"l64a", "let one thread call it"},
    {"localeconv", "copy what it returns before threads are created"},
    {"localtime", "use localtime_r() or gmtime_r()"},
    {"mallopt", "call it before threads are created"},
    {"mblen", "use mbrlen() with a state of the thread"},
    {"mbrlen", "give it a state of the thread"},
    {"mbrtowc", "give it a state of the thread"},
    {"mbsnrtowcs", "give it a state of the thread"},
    {"mbsrtowcs", "give it a state of the thread"},
    {"mbtowc", "use mbrtowc() with a state of the thread"},
    {"qecvt", "use snprintf()"},
    {"qfcvt", "use snprintf()"},
    {"re_comp", "use regcomp() and regexec()"},
    {"readdir", "give each thread a directory stream"},
    {"setlocale", "choose the locale before threads are created, or use uselocale()"},
    {"siginterrupt", "use sigaction()"},
    {"strsignal", "use sigdescr_np()"},
    {"system", "use posix_spawn()"},
    {"tmpnam", "use mkstemp()"},
    {"wcrtomb", "give it a state of the thread"},
    {"wcsnrtombs", "give it a state of the thread"},
    {"wcsrtombs", "give it a state of the thread"},
    {"wcstombs", "use wcsrtombs() with a state of the thread"},
    {"wctomb", "use wcrtomb() with a state of the thread"},
};
/// Functions with `_r` that are named after the function, by the state.
constexpr std::string_view kHandedState[] = {
    "asctime",        "crypt",         "drand48",        "ether_aton",     "ether_ntoa",
    "getaliasbyname", "getdate",       "getgrent",       "getgrgid",       "getgrnam",
    "gethostbyaddr",  "gethostbyname", "gethostbyname2", "getlogin",       "getmntent",
    "getnetbyaddr",   "getnetbyname",  "getnetent",      "getprotobyname", "getprotobynumber",
    "getprotoent",    "getpwent",      "getpwnam",       "getpwuid",       "getrpcbyname",
    "getrpcbynumber", "getservbyname", "getservbyport",  "getservent",     "getspnam",
    "getutent",       "hsearch",       "ptsname",        "rand",           "seed48",
    "strerror",       "strtok",        "ttyname",
};

/// What to do besides locking. Nobody can change the C library, whose state has a name in brackets.
std::string remedyFor(const std::string &object) {
  if (object == "<environment>")
    return "change the environment before threads are created";
  constexpr std::string_view kState = "<state of ";
  if (object.starts_with(kState)) {
    const std::string_view state =
        std::string_view(object).substr(kState.size(), object.size() - kState.size() - 1);
    const auto *remedy = std::ranges::find(kRemedies, state, &Remedy::state);
    if (remedy != std::end(kRemedies))
      return std::string(remedy->words);
    return std::ranges::find(kHandedState, state) != std::end(kHandedState)
               ? "use a function that is handed its state, as " + std::string(state) + "_r()"
               : "let one thread do it";
  }
  return object.empty() ? "make the object atomic" : "make '" + object + "' atomic";
}

class Story {
public:
  explicit Story(const Evidence &run)
      : run_(run), second_(run.steps.size() - 1), firstThread_(run.steps[run.firstAccess].thread),
        secondThread_(run.steps[second_].thread),
        firstLocks_(locksHeldBefore(run, run.firstAccess)),
        secondLocks_(locksHeldBefore(run, second_)) {
    std::set<std::string> files;
    for (const EvidenceStep &step : run.steps)
      if (step.at.known())
        files.insert(step.at.file);
    severalFiles_ = files.size() > 1;
  }

  [[nodiscard]] std::string why() const {
    std::string text = locks() + " " + creations();
    if (const EvidenceStep *seen = lastSeen())
      text += " The last that " + threadLabel(secondThread_) + " has seen of " +
              threadLabel(firstThread_) + " is its " + wordsOf(*seen) + ", before the access.";
    return text;
  }

  [[nodiscard]] std::string hint(const std::string &object) const {
    const std::string remedy = remedyFor(object);
    if (const HeldLock *reader = sharedOnly())
      return "take " + lockName(*reader) + " for writing around the access that writes, or " +
             remedy;
    if (const EvidenceStep *seen = lastSeen())
      return "let " + threadLabel(firstThread_) + " do its access before the " + wordsOf(*seen) +
             ", hold one mutex around both, or " + remedy;
    if (firstLocks_.empty() && secondLocks_.empty())
      return "hold the same mutex around both accesses, or " + remedy;
    const HeldLock &only = firstLocks_.empty() ? secondLocks_.front() : firstLocks_.front();
    if (firstLocks_.empty() || secondLocks_.empty())
      return "hold " + lockName(only) + (only.shared ? " for writing" : "") +
             " around the other access, too, or " + remedy;
    return "hold the same lock around both accesses, or " + remedy;
  }

private:
  [[nodiscard]] std::string place(const SourcePosition &at) const {
    if (!at.known())
      return {};
    const std::string line = "line " + std::to_string(at.line);
    return severalFiles_ ? line + " of " + printable(baseName(at.file)) : line;
  }
  [[nodiscard]] std::string inBrackets(const SourcePosition &at) const {
    return at.known() ? " (" + place(at) + ")" : "";
  }

  [[nodiscard]] std::string lockName(const HeldLock &lock) const {
    return quotedName(run_.steps[lock.step].object);
  }

  [[nodiscard]] std::string held(const std::vector<HeldLock> &locks) const {
    if (locks.empty())
      return "no lock";
    std::string text;
    for (std::size_t i = 0; i < locks.size(); ++i) {
      if (i > 0)
        text += i + 1 == locks.size() ? " and " : ", ";
      text += lockName(locks[i]) + (locks[i].shared ? " for reading" : "") +
              inBrackets(run_.steps[locks[i].step].at);
    }
    return text;
  }

  /// A lock that both hold; both as readers, or they could not stand there together.
  [[nodiscard]] const HeldLock *sharedOnly() const {
    for (const HeldLock &a : firstLocks_)
      for (const HeldLock &b : secondLocks_)
        if (run_.steps[a.step].meeting == run_.steps[b.step].meeting && a.shared && b.shared)
          return &a;
    return nullptr;
  }

  [[nodiscard]] std::string locks() const {
    if (firstLocks_.empty() && secondLocks_.empty())
      return "Neither thread holds a lock.";
    const std::string text = threadLabel(firstThread_) + " holds " + held(firstLocks_) + ", " +
                             threadLabel(secondThread_) + " holds " + held(secondLocks_);
    if (sharedOnly() != nullptr)
      return text + ": readers do not exclude each other.";
    return text + (firstLocks_.empty() || secondLocks_.empty() ? "." : ": not the same.");
  }

  [[nodiscard]] bool isAncestor(std::uint32_t older, std::uint32_t younger) const {
    // Creators have smaller numbers in every run that a machine made; a file may say anything.
    for (std::size_t i = 0; i < run_.threads.size(); ++i) {
      const auto creator = run_.threads[younger].creator;
      if (!creator)
        return false;
      if (*creator == older)
        return true;
      younger = *creator;
    }
    return false;
  }

  [[nodiscard]] std::string created(std::uint32_t thread) const {
    return threadLabel(thread) + inBrackets(run_.threads[thread].createdAt);
  }

  [[nodiscard]] std::string creations() const {
    const std::uint32_t older = std::min(firstThread_, secondThread_);
    const std::uint32_t younger = std::max(firstThread_, secondThread_);
    const auto creator = run_.threads[younger].creator;
    if (creator == older)
      return threadLabel(older) + " has created " + created(younger) +
             " and not yet waited for its end.";
    if (isAncestor(older, younger))
      return threadLabel(older) + " has not waited for the end of " + created(younger) + ".";
    if (creator && creator == run_.threads[older].creator)
      return threadLabel(*creator) + " has created " + created(older) + " and " + created(younger) +
             " without waiting for one before the other.";
    return "Nobody waits for " + created(older) + " before " + created(younger) + " goes on.";
  }

  /// For each step, the last step of the first thread that comes before it or is it; -1: none.
  [[nodiscard]] std::vector<std::int64_t> seenOfFirst() const {
    std::vector<std::int64_t> byStep;
    std::vector<std::int64_t> byThread(run_.threads.size(), -1);
    for (const EvidenceStep &step : run_.steps) {
      std::int64_t &seen = byThread[step.thread];
      for (const std::uint32_t earlier : step.after)
        seen = std::max(seen, byStep[earlier]);
      if (step.thread == firstThread_)
        seen = static_cast<std::int64_t>(byStep.size());
      byStep.push_back(seen);
    }
    return byStep;
  }

  /// Null if that is not more than a creation: else somebody has tried to order them.
  [[nodiscard]] const EvidenceStep *lastSeen() const {
    const std::int64_t last = seenOfFirst()[second_];
    if (last < 0)
      return nullptr;
    const EvidenceStep &step = run_.steps[static_cast<std::size_t>(last)];
    // Nobody can move an access relative to a lock of the library.
    if (step.action == ActionKind::Create || isQuiet(step) || step.object.starts_with("<lock of "))
      return nullptr;
    return &step;
  }

  /// "post of 'filled' (line 11)"
  [[nodiscard]] std::string wordsOf(const EvidenceStep &step) const {
    return std::string(toString(step.action)) +
           (step.object.empty() ? "" : " of " + quotedName(step.object)) + inBrackets(step.at);
  }

  const Evidence &run_;
  std::size_t second_;
  std::uint32_t firstThread_;
  std::uint32_t secondThread_;
  std::vector<HeldLock> firstLocks_;
  std::vector<HeldLock> secondLocks_;
  bool severalFiles_ = false;
};

} // namespace

std::string threadLabel(std::uint32_t thread) {
  return "T" + std::to_string(thread);
}

std::string whyUnordered(const Evidence &run) {
  return run.steps.empty() ? std::string() : Story(run).why();
}

std::string raceHint(const Evidence &run, const std::string &object) {
  if (run.steps.empty())
    return "hold the same mutex around both accesses, or " + remedyFor(object);
  return Story(run).hint(object);
}

} // namespace raceward
