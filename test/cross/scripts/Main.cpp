// Random scripts, written in C, compiled and checked: does Raceward agree with brute force?
//
//   cross_scripts --count 20000 --jobs 2
//   cross_scripts --script 'write v0 1 | write v0 2' [--print]
//
// docs/develop/search.md says what is compared, and how a script is written in C.
// A program that is not agreed on is shrunk and printed as script and in C. Exits with 1 if
// there is one, or if more programs than --unknown stay undecided.
#include "Agreement.h"
#include "RandomScript.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string_view>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace raceward::test {
namespace {

struct Arguments {
  std::uint64_t seed = 1;
  std::uint64_t count = 200;
  std::uint64_t jobs = 1;
  std::uint64_t mostUnknown = 0;
  std::uint64_t mostFailures = 5; ///< of one job, after which it stops
  AgreementOptions agreement;
  std::string script;
  std::optional<std::uint64_t> form;
  bool print = false;
};

constexpr std::uint64_t kProgressEvery = 1000;

constexpr std::uint64_t kForms = 4 * kStorages;

/// One of the ways to write a program, by number.
CForm formOf(std::uint64_t number) {
  return {.wholeInputs = number % 2 != 0,
          .atomicTypes = number / 2 % 2 != 0,
          .storage = static_cast<Storage>(number / 4 % kStorages)};
}

/// Seeds in a row differ in it, so that every kind of program meets every form.
std::uint64_t formNumber(std::uint64_t seed, const Arguments &arguments) {
  return arguments.form.value_or(seed % kForms);
}

Script scriptOf(std::uint64_t seed, const Arguments &arguments) {
  return randomScript(seed,
                      arguments.agreement.bySleepSets ? ScriptSize::Large : ScriptSize::Small);
}

/// What a job did, also if it was ended by a check.
struct Tally {
  std::uint64_t seed; ///< that it is at
  std::uint64_t compared;
  std::uint64_t passedOver;
  std::uint64_t races;
  std::uint64_t ambiguous;
  std::uint64_t unknown;
  std::uint64_t searchUnknown;
  std::uint64_t weak;
  std::uint64_t unknownIfWeak;
  std::uint64_t failures;
};

std::string commandFor(const Script &script, std::uint64_t form, const Arguments &arguments) {
  std::string command = "cross_scripts --form " + std::to_string(form);
  if (arguments.agreement.dataModel == DataModel::ILP32)
    command += " --ilp32";
  if (arguments.agreement.reduction != Reduction::Source)
    command += " --reduction " + std::string(rowOf(arguments.agreement.reduction).name);
  if (arguments.agreement.everything)
    command += " --everything";
  if (arguments.agreement.bySleepSets)
    command += " --large";
  return command + " --script '" + toString(script) + "'";
}

void printFailure(const Script &script, std::uint64_t form, const std::string &what,
                  const Arguments &arguments) {
  const std::optional<Script> written = expressible(script);
  std::printf("%s\n%s\n  %s\n%s\n", what.c_str(), toString(script).c_str(),
              commandFor(script, form, arguments).c_str(),
              written ? inC(*written, formOf(form)).text.c_str() : "");
  std::fflush(stdout);
}

void report(std::uint64_t seed, const Script &script, std::uint64_t form, const std::string &what,
            const Arguments &arguments) {
  // Smaller, with the same complaint: another defect on the way would hide this one.
  const std::string kind = what.substr(0, what.find(' ', what.find(' ') + 1));
  const Script small = shrink(script, [&](const Script &candidate) {
    const auto again = compareInC(candidate, formOf(form), arguments.agreement);
    return again && again->disagreement.starts_with(kind);
  });
  std::printf("DISAGREEMENT, seed %" PRIu64 ": %s\n  %s\nshrunk: ", seed, what.c_str(),
              toString(script).c_str());
  const auto again = compareInC(small, formOf(form), arguments.agreement);
  printFailure(small, form, again ? again->disagreement : what, arguments);
}

void runJob(std::uint64_t job, const Arguments &arguments, Tally &tally) {
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> reasons; // count, a seed
  const std::uint64_t wanted = (arguments.count + arguments.jobs - 1 - job) / arguments.jobs;
  for (std::uint64_t seed = arguments.seed + job; tally.compared < wanted; seed += arguments.jobs) {
    tally.seed = seed;
    const Script script = scriptOf(seed, arguments);
    const std::uint64_t form = formNumber(seed, arguments);
    const auto agreement = compareInC(script, formOf(form), arguments.agreement);
    if (!agreement) {
      ++tally.passedOver;
      continue;
    }
    if (++tally.compared % kProgressEvery == 0)
      std::fprintf(stderr, "%" PRIu64 " of %" PRIu64 " compared\n", tally.compared, wanted);
    tally.races += agreement->truthIsRace ? 1 : 0;
    tally.ambiguous += agreement->ambiguous ? 1 : 0;
    tally.unknown += agreement->unknown ? 1 : 0;
    tally.searchUnknown += agreement->searchUnknown ? 1 : 0;
    tally.weak += agreement->weak ? 1 : 0;
    tally.unknownIfWeak += agreement->unknownIfWeak ? 1 : 0;
    if (agreement->unknown || agreement->searchUnknown)
      for (const std::string &reason : agreement->reasons) {
        auto &entry = reasons[reason];
        ++entry.first;
        entry.second = seed;
      }
    if (agreement->disagreement.empty())
      continue;
    report(seed, script, form, agreement->disagreement, arguments);
    if (++tally.failures == arguments.mostFailures)
      break;
  }
  for (const auto &[reason, entry] : reasons)
    std::printf("unknown: %s (%" PRIu64 " times, such as seed %" PRIu64 ")\n", reason.c_str(),
                entry.first, entry.second);
  std::fflush(stdout);
}

/// Each job in a process of its own: a failed check ends only that one.
int runJobs(const Arguments &arguments) {
  const std::size_t bytes = arguments.jobs * sizeof(Tally);
  void *shared = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  RW_CHECK(shared != MAP_FAILED);
  auto *tallies = static_cast<Tally *>(shared);
  std::vector<pid_t> children;
  std::fflush(stdout);
  for (std::uint64_t job = 0; job < arguments.jobs; ++job) {
    const pid_t child = fork();
    RW_CHECK(child >= 0);
    if (child == 0) {
      runJob(job, arguments, tallies[job]);
      _exit(0);
    }
    children.push_back(child);
  }
  Tally sum{};
  for (std::uint64_t job = 0; job < arguments.jobs; ++job) {
    int status = 0;
    RW_CHECK(waitpid(children[job], &status, 0) == children[job]);
    const Tally &tally = tallies[job];
    if (status != 0)
      printFailure(scriptOf(tally.seed, arguments), formNumber(tally.seed, arguments),
                   "DIED at seed " + std::to_string(tally.seed), arguments);
    sum.compared += tally.compared;
    sum.passedOver += tally.passedOver;
    sum.races += tally.races;
    sum.ambiguous += tally.ambiguous;
    sum.unknown += tally.unknown;
    sum.searchUnknown += tally.searchUnknown;
    sum.weak += tally.weak;
    sum.unknownIfWeak += tally.unknownIfWeak;
    sum.failures += tally.failures + (status != 0 ? 1 : 0);
  }
  std::printf("%" PRIu64 " programs compared, %" PRIu64 " with a race, %" PRIu64
              " ambiguous; %" PRIu64 " disagreements, %" PRIu64 " unknown, %" PRIu64
              " to the search alone\n"
              "%" PRIu64 " with weaker atomics, %" PRIu64 " of them unknown under c11\n"
              "%" PRIu64 " passed over: too many interleavings\n",
              sum.compared, sum.races, sum.ambiguous, sum.failures, sum.unknown, sum.searchUnknown,
              sum.weak, sum.unknownIfWeak, sum.passedOver);
  return sum.failures == 0 && sum.unknown <= arguments.mostUnknown ? 0 : 1;
}

int runScript(const Arguments &arguments) {
  const Result<Script> script = parseScript(arguments.script);
  if (!script) {
    std::fprintf(stderr, "%s\n", script.error().message.c_str());
    return 2;
  }
  const std::uint64_t form = arguments.form.value_or(0);
  const std::optional<Script> written = expressible(*script);
  if (arguments.print) {
    std::printf("%s", written ? inC(*written, formOf(form)).text.c_str() : "");
    return written ? 0 : 1;
  }
  const auto agreement = compareInC(*script, formOf(form), arguments.agreement);
  if (!agreement) {
    std::printf("passed over: not expressible in C, or too large\n");
    return 1;
  }
  if (!agreement->disagreement.empty()) {
    printFailure(*script, form, agreement->disagreement, arguments);
    return 1;
  }
  for (const std::string &reason : agreement->reasons)
    std::printf("unknown: %s\n", reason.c_str());
  std::printf("agreed: %s%s%s\n", agreement->ambiguous ? "ambiguous, " : "",
              agreement->searchUnknown ? "unknown to the search, " : "",
              agreement->unknown       ? "unknown"
              : agreement->truthIsRace ? "race"
                                       : "race-free");
  return 0;
}

[[noreturn]] void explainUsage() {
  std::fprintf(stderr, "cross_scripts [--seed N] [--count N] [--jobs N] [--unknown N]\n"
                       "    [--interleavings N] [--form 0..19] [--ilp32] [--everything]\n"
                       "    [--large] [--reduction R] [--script TEXT [--print]]\n");
  std::exit(2);
}

Arguments parse(int argc, char **argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const auto next = [&]() -> const char * {
      if (++i == argc)
        explainUsage();
      return argv[i];
    };
    const auto number = [&] { return std::strtoull(next(), nullptr, 10); };
    if (word == "--seed")
      arguments.seed = number();
    else if (word == "--count")
      arguments.count = number();
    else if (word == "--jobs")
      arguments.jobs = std::max<std::uint64_t>(1, number());
    else if (word == "--unknown")
      arguments.mostUnknown = number();
    else if (word == "--interleavings")
      arguments.agreement.interleavings = number();
    else if (word == "--form")
      arguments.form = number();
    else if (word == "--ilp32")
      arguments.agreement.dataModel = DataModel::ILP32;
    else if (word == "--large")
      arguments.agreement.bySleepSets = true;
    else if (word == "--reduction") {
      const std::optional<Reduction> reduction = reductionNamed(next());
      if (!reduction)
        explainUsage();
      arguments.agreement.reduction = *reduction;
    } else if (word == "--everything")
      arguments.agreement.everything = true;
    else if (word == "--script")
      arguments.script = next();
    else if (word == "--print")
      arguments.print = true;
    else
      explainUsage();
  }
  return arguments;
}

} // namespace
} // namespace raceward::test

int main(int argc, char **argv) {
  const auto arguments = raceward::test::parse(argc, argv);
  return arguments.script.empty() ? raceward::test::runJobs(arguments)
                                  : raceward::test::runScript(arguments);
}
