#include "DrawnClock.h"

#include "raceward/base/Mixing.h"

#include <array>
#include <string_view>

namespace raceward {

namespace {

constexpr std::uint64_t kMicrosecond = 1'000;
constexpr std::uint64_t kSecond = 1'000'000'000;
/// Some programs wait for an exact time, and some for a long one.
constexpr std::array<std::uint64_t, 6> kSteps = {
    kMicrosecond, 10 * kMicrosecond, 1'000 * kMicrosecond, kSecond / 10, kSecond, 60 * kSecond};
/// Since 1970, in seconds. Programs compare the first time that they get with zero, and make dates.
constexpr std::array<std::uint64_t, 4> kStarts = {1'700'000'000, 1'700'000'000, 1, 0};
constexpr std::uint64_t kFarOneIn = 64;
constexpr std::uint64_t kFar = 1'000; ///< steps
constexpr std::uint64_t kAskedBeforeFaster = 2'048;
constexpr std::uint64_t kFastest = 60 * kSecond;

enum class Part : std::uint8_t {
  Whole,    ///< since 1970; asked for first, so that it moves the clock
  Fraction, ///< of the whole that was asked for before
  SinceStart,
};

/// The unit of an answer.
struct Unit {
  std::string_view primitive;
  std::uint64_t nanoseconds;
  Part part;
};
constexpr std::array<Unit, 4> kUnits = {{
    {kSecondsInput, kSecond, Part::Whole},
    {kMicrosecondsInput, kMicrosecond, Part::Fraction},
    {kNanosecondsInput, 1, Part::Fraction},
    {kTicksInput, kMicrosecond, Part::SinceStart},
}};

const Unit *unitOf(std::string_view primitive) {
  for (const Unit &unit : kUnits)
    if (unit.primitive == primitive)
      return &unit;
  return nullptr;
}

} // namespace

void DrawnClock::beginRun(std::uint64_t random) {
  ++run_;
  afterRefusal_.clear();
  asked_ = 0;
  step_ = kSteps[random % kSteps.size()];
  start_ = kStarts[mixed(random) % kStarts.size()] * kSecond;
  now_ = start_;
}

DrawnClock::Answer &DrawnClock::answerOf(const AskedInput &asked) {
  if (asked.refused != 0)
    return afterRefusal_[mixed(mixed(asked.thread, asked.count), asked.refused)];
  if (asked.thread >= answers_.size())
    answers_.resize(asked.thread + 1);
  std::vector<Answer> &answers = answers_[asked.thread];
  if (asked.count >= answers.size())
    answers.resize(asked.count + 1);
  return answers[asked.count];
}

std::optional<std::uint64_t> DrawnClock::operator()(const AskedInput &asked, std::uint64_t random) {
  const Unit *unit = unitOf(asked.primitive);
  if (unit == nullptr)
    return std::nullopt;
  Answer &answer = answerOf(asked);
  if (answer.run != run_) {
    if (unit->part != Part::Fraction) {
      now_ += step_ * (random % kFarOneIn == 0 ? kFar : 1);
      if (++asked_ % kAskedBeforeFaster == 0 && step_ < kFastest)
        step_ *= 2;
    }
    const std::uint64_t time = unit->part == Part::SinceStart ? now_ - start_
                               : unit->part == Part::Fraction ? now_ % kSecond
                                                              : now_;
    answer = {run_, time / unit->nanoseconds};
  }
  return answer.time;
}

} // namespace raceward
