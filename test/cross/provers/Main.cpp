// Random programs with threads against the provers: is a pair that races ever removed?
//
//   cross_provers --count 5000 --jobs 2 [--seed S] [--tsan] [--keep DIR]
//   cross_provers --only SEED [--print]
//   cross_provers --file program.c
//   cross_provers --liar                  is a prover that removes everything always caught?
//
// docs/develop/provers.md says what is compared. Exits with 1 if a prover is wrong, or if the test
// was vacuous: hardly a race, or hardly a program that provers clear.
#include "RandomProgram.h"
#include "Sanitizer.h"
#include "Trial.h"
#include "raceward/base/File.h"
#include "raceward/base/Process.h"
#include "raceward/base/Text.h"
#include "raceward/program/Load.h"

#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

namespace raceward::test {
namespace {

struct Arguments {
  std::uint64_t seed = 1;
  std::uint64_t count = 200;
  std::uint64_t jobs = 1;
  std::uint64_t mostFailures = 20; ///< after which nothing more is begun
  std::uint64_t sanitizedRuns = 0; ///< zero: without ThreadSanitizer
  TrialOptions trial;
  std::string keep;
  std::optional<std::uint64_t> only;
  std::string file;
  bool print = false;
};

constexpr std::uint64_t kProgressEvery = 500;
constexpr double kMostSeconds = 120;         ///< for one program
constexpr std::uint64_t kLeastPrograms = 50; ///< shares of fewer say nothing

/// A trial as it comes from the process it was made in; what it lacks there, it lacks here.
struct Outcome {
  bool racy = false;
  bool exhausted = false;
  bool cleared = false; ///< the provers removed everything
  bool proved = false;  ///< the check says race-free
  bool suspects = false;
  bool sanitizerSaw = false;
  std::vector<std::string> gaps;
  std::vector<std::string> complaints;
};

std::string encode(const Outcome &outcome) {
  std::string text;
  for (const bool bit : {outcome.racy, outcome.exhausted, outcome.cleared, outcome.proved,
                         outcome.suspects, outcome.sanitizerSaw})
    text += bit ? '1' : '0';
  for (const std::string &gap : outcome.gaps)
    text += "\nG" + gap;
  for (const std::string &complaint : outcome.complaints)
    text += "\nC" + complaint;
  return text;
}

Outcome decode(const std::string &text) {
  Outcome outcome;
  const std::vector<std::string_view> lines = split(text, '\n');
  const std::string_view bits = lines.front();
  if (bits.size() != 6) {
    outcome.complaints.emplace_back("DIED without an answer");
    return outcome;
  }
  outcome.racy = bits[0] == '1';
  outcome.exhausted = bits[1] == '1';
  outcome.cleared = bits[2] == '1';
  outcome.proved = bits[3] == '1';
  outcome.suspects = bits[4] == '1';
  outcome.sanitizerSaw = bits[5] == '1';
  for (const std::string_view line : lines)
    if (line.starts_with("G"))
      outcome.gaps.emplace_back(line.substr(1));
    else if (line.starts_with("C"))
      outcome.complaints.emplace_back(line.substr(1));
  return outcome;
}

Outcome judge(const std::string &file, const Arguments &arguments, const Sanitizer *sanitizer) {
  Outcome outcome;
  LoadRequest request;
  request.files = {file};
  const Result<Program> program = loadProgram(request);
  if (!program) {
    outcome.complaints.push_back("does not compile: " + program.error().message);
    return outcome;
  }
  const Trial trial = tryProgram(*program, arguments.trial);
  outcome.racy = trial.racy;
  outcome.exhausted = trial.exhausted;
  outcome.cleared = trial.left == 0;
  outcome.proved = trial.checkProves;
  outcome.suspects = trial.suspects > 0;
  outcome.gaps.assign(trial.gaps.begin(), trial.gaps.end());
  outcome.complaints = trial.complaints;
  if (sanitizer == nullptr)
    return outcome;
  const Result<std::set<LinePair>> races = sanitizer->racesOf(file, arguments.sanitizedRuns);
  if (!races) {
    outcome.complaints.push_back(races.error().message);
    return outcome;
  }
  outcome.sanitizerSaw = !races->empty();
  for (const std::string &complaint : complaintsAbout(*program, *races, "ThreadSanitizer"))
    outcome.complaints.push_back(complaint);
  if (outcome.sanitizerSaw && outcome.proved)
    outcome.complaints.emplace_back("WRONG race-free: ThreadSanitizer sees a race");
  return outcome;
}

/// In a process of its own: a crash ends only that one, and its memory goes with it.
Outcome judgeApart(const std::string &file, const Arguments &arguments,
                   const Sanitizer *sanitizer) {
  std::string answer;
  ProcessWatch watch;
  watch.limits.wallSeconds = kMostSeconds;
  watch.onOutput = [&](std::string_view piece) { answer += piece; };
  const Result<ProcessEnd> end = runForked(
      [&](int output) {
        return writeAll(output, encode(judge(file, arguments, sanitizer))) ? 0 : 1;
      },
      watch);
  Outcome outcome;
  if (end && end->succeeded())
    outcome = decode(answer);
  else
    outcome.complaints.push_back("DIED: " + (end ? describe(*end) : end.error().message));
  return outcome;
}

class Run {
public:
  Run(const Arguments &arguments, const Sanitizer *sanitizer)
      : arguments_(arguments), sanitizer_(sanitizer) {}

  int toEnd() {
    std::vector<std::thread> jobs;
    for (std::uint64_t job = 0; job < arguments_.jobs; ++job)
      jobs.emplace_back([this] { work(); });
    for (std::thread &job : jobs)
      job.join();
    return report();
  }

private:
  void work() {
    const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
    if (!folder)
      return;
    while (failures_ < arguments_.mostFailures) {
      const std::uint64_t number = next_++;
      if (number >= arguments_.count)
        return;
      const std::uint64_t seed = arguments_.seed + number;
      const RandomProgram program = randomProgram(seed);
      const std::string file = folder->path() + "/program.c";
      if (!writeFileAtomically(file, program.text))
        return;
      take(seed, program, judgeApart(file, arguments_, sanitizer_));
    }
  }

  void take(std::uint64_t seed, const RandomProgram &program, const Outcome &outcome) {
    const std::lock_guard guard(mutex_);
    ++done_;
    racy_ += outcome.racy ? 1 : 0;
    cleared_ += outcome.cleared && outcome.suspects ? 1 : 0;
    proved_ += outcome.proved && !outcome.cleared ? 1 : 0;
    exhausted_ += outcome.exhausted ? 1 : 0;
    broken_ += program.faults > 0 ? 1 : 0;
    sanitizerSaw_ += outcome.sanitizerSaw ? 1 : 0;
    for (const std::string &gap : outcome.gaps) {
      auto &[times, example] = gaps_[gap];
      ++times;
      example = seed;
    }
    if (done_ % kProgressEvery == 0)
      std::fprintf(stderr, "%" PRIu64 " of %" PRIu64 " programs\n", done_, arguments_.count);
    const bool isCaught = !outcome.complaints.empty();
    if (arguments_.trial.withLiar ? isCaught == outcome.racy : !isCaught)
      return;
    ++failures_;
    std::printf("---- seed %" PRIu64 "  (cross_provers --only %" PRIu64 ")\n", seed, seed);
    for (const std::string &complaint : outcome.complaints)
      std::printf("%s\n", complaint.c_str());
    if (arguments_.keep.empty()) {
      std::printf("%s----\n", program.text.c_str());
    } else {
      const std::string kept = arguments_.keep + "/" + std::to_string(seed) + ".c";
      const bool written = writeFileAtomically(kept, program.text).has_value();
      std::printf("%s %s\n", written ? "kept as" : "could not write", kept.c_str());
    }
    std::fflush(stdout);
  }

  int report() {
    for (const auto &[gap, seen] : gaps_)
      std::printf("explorer: %s (%" PRIu64 " times, such as seed %" PRIu64 ")\n", gap.c_str(),
                  seen.first, seen.second);
    const auto share = [&](std::uint64_t part) {
      return done_ == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(done_);
    };
    std::printf("%" PRIu64 " programs, %.0f %% broken on purpose: %.0f %% racy, %.0f %% cleared by "
                "provers alone, %.0f %% by the whole check only; %.0f %% exhausted; %" PRIu64
                " complaints\n",
                done_, share(broken_), share(racy_), share(cleared_), share(proved_),
                share(exhausted_), failures_.load());
    if (sanitizer_ != nullptr)
      std::printf("ThreadSanitizer saw a race in %.0f %%\n", share(sanitizerSaw_));
    const bool vacuous = done_ >= kLeastPrograms && (share(racy_) < 20 || share(cleared_) < 4);
    if (vacuous)
      std::printf("vacuous: too few programs of one kind\n");
    return failures_ == 0 && done_ == arguments_.count && !vacuous ? 0 : 1;
  }

  const Arguments &arguments_;
  const Sanitizer *sanitizer_;
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<std::uint64_t> failures_ = 0;
  std::mutex mutex_;
  std::uint64_t done_ = 0, racy_ = 0, cleared_ = 0, proved_ = 0, exhausted_ = 0, broken_ = 0;
  std::uint64_t sanitizerSaw_ = 0;
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> gaps_; // count, a seed
};

int judgeFile(const std::string &file, const Arguments &arguments, const Sanitizer *sanitizer) {
  const Outcome outcome = judge(file, arguments, sanitizer);
  for (const std::string &gap : outcome.gaps)
    std::printf("explorer: %s\n", gap.c_str());
  for (const std::string &complaint : outcome.complaints)
    std::printf("%s\n", complaint.c_str());
  std::printf("%s, %s, %s, %s\n", outcome.racy ? "racy" : "no race seen",
              outcome.exhausted ? "exhausted" : "not exhausted",
              outcome.cleared ? "cleared by provers" : "suspects are left",
              outcome.proved ? "the check says race-free" : "the check does not say race-free");
  return outcome.complaints.empty() ? 0 : 1;
}

int judgeOne(std::uint64_t seed, const Arguments &arguments, const Sanitizer *sanitizer) {
  const RandomProgram program = randomProgram(seed);
  if (arguments.print) {
    std::printf("%s", program.text.c_str());
    return 0;
  }
  const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  if (!folder)
    return 2;
  const std::string file = folder->path() + "/program.c";
  if (!writeFileAtomically(file, program.text))
    return 2;
  return judgeFile(file, arguments, sanitizer);
}

bool readArguments(int argc, char **argv, Arguments &arguments) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--tsan") {
      arguments.sanitizedRuns = 4;
      continue;
    }
    if (name == "--liar") {
      arguments.trial.withLiar = true;
      continue;
    }
    if (name == "--print") {
      arguments.print = true;
      continue;
    }
    if (i + 1 >= argc)
      return false;
    const char *value = argv[++i];
    const std::uint64_t number = std::strtoull(value, nullptr, 10);
    if (name == "--seed")
      arguments.seed = number;
    else if (name == "--count")
      arguments.count = number;
    else if (name == "--jobs")
      arguments.jobs = number;
    else if (name == "--only")
      arguments.only = number;
    else if (name == "--seconds")
      arguments.trial.seconds = std::strtod(value, nullptr);
    else if (name == "--failures")
      arguments.mostFailures = number;
    else if (name == "--runs")
      arguments.sanitizedRuns = number;
    else if (name == "--keep")
      arguments.keep = value;
    else if (name == "--file")
      arguments.file = value;
    else
      return false;
  }
  return arguments.jobs > 0;
}

int run(int argc, char **argv) {
  Arguments arguments;
  if (!readArguments(argc, argv, arguments)) {
    std::fprintf(stderr, "usage: cross_provers [--count N] [--seed S] [--jobs J] [--keep DIR] "
                         "[--seconds N] [--failures N] [--tsan] [--runs N]\n"
                         "       cross_provers --only SEED [--print]\n"
                         "       cross_provers --file FILE\n"
                         "       cross_provers --liar\n");
    return 2;
  }
  std::optional<Result<Sanitizer>> sanitizer;
  if (arguments.sanitizedRuns > 0) {
    sanitizer.emplace(Sanitizer::make());
    if (!*sanitizer) {
      std::fprintf(stderr, "%s\n", sanitizer->error().message.c_str());
      return 2;
    }
  }
  const Sanitizer *judge = sanitizer ? &**sanitizer : nullptr;
  if (!arguments.file.empty())
    return judgeFile(arguments.file, arguments, judge);
  if (arguments.only)
    return judgeOne(*arguments.only, arguments, judge);
  return Run(arguments, judge).toEnd();
}

} // namespace
} // namespace raceward::test

int main(int argc, char **argv) {
  return raceward::test::run(argc, argv);
}
