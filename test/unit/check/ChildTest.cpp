#include "raceward/check/Child.h"

#include <gmock/gmock.h>

#include <csignal>
#include <unistd.h>

namespace raceward {
namespace {

using ::testing::HasSubstr;

struct ChildOutcome {
  ChildEnd end;
  std::vector<WireMessage> messages;
  std::vector<std::string> phases;
};

ChildOutcome run(const std::function<void(const WireSend &)> &body,
                 const ProcessLimits &limits = {}) {
  ChildOutcome outcome;
  CheckEvents events;
  events.onProgress = [&](std::string_view phase) { outcome.phases.emplace_back(phase); };
  const Result<ChildEnd> end = runChild(body, limits, events, [&](WireMessage &&message) {
    outcome.messages.push_back(std::move(message));
  });
  EXPECT_TRUE(end.has_value());
  if (end)
    outcome.end = *end;
  return outcome;
}

TEST(Child, DeliversWhatItsBodySends) {
  const ChildOutcome outcome = run([](const WireSend &send) {
    send(WireProgress{"working"});
    send(WireText{"result"});
  });
  EXPECT_TRUE(outcome.end.process.succeeded());
  EXPECT_THAT(outcome.phases, ::testing::ElementsAre("working"));
  ASSERT_EQ(outcome.messages.size(), 1u);
  EXPECT_EQ(std::get<WireText>(outcome.messages[0]).text, "result");
}

TEST(Child, SaysWhoWorks) {
  std::vector<double> seconds;
  CheckEvents events;
  events.onWork = [&](const WorkStatus &status) { seconds.push_back(status.seconds); };
  std::vector<WireMessage> others;
  const Result<ChildEnd> end = runChild(
      [](const WireSend &send) {
        WorkStatus status;
        for (const double now : {1.0, 2.0}) {
          status.seconds = now;
          send(status);
        }
      },
      {}, events, [&](WireMessage &&message) { others.push_back(std::move(message)); });
  ASSERT_TRUE(end);
  EXPECT_THAT(seconds, ::testing::ElementsAre(1.0, 2.0));
  EXPECT_EQ(others.size(), 2u) << "who keeps the history has to see them, too";
}

TEST(Child, CrashNamesSignalPhaseAndFailedCheck) {
  const ChildOutcome outcome = run([](const WireSend &send) {
    send(WireProgress{"proving"});
    RW_CHECK(1 + 1 == 3);
  });
  const Gap gap = interruptionFrom(outcome.end, {});
  EXPECT_EQ(gap.kind, GapKind::EngineCrash);
  EXPECT_THAT(gap.message, HasSubstr("while proving"));
  EXPECT_THAT(gap.message, HasSubstr("SIGABRT"));
  EXPECT_THAT(gap.message, HasSubstr("1 + 1 == 3"));
  EXPECT_THAT(gap.hint, HasSubstr("report"));
}

TEST(Child, EndWithoutAnAnswerIsACrash) {
  const ChildOutcome outcome = run([](const WireSend &) {});
  EXPECT_EQ(interruptionFrom(outcome.end, {}).kind, GapKind::EngineCrash);
}

TEST(Child, TimeLimitKeepsWhatArrivedBefore) {
  const ProcessLimits limits{0.2, std::nullopt};
  const ChildOutcome outcome = run(
      [](const WireSend &send) {
        send(WireText{"early"});
        while (true)
          ::pause();
      },
      limits);
  EXPECT_EQ(outcome.messages.size(), 1u);
  const Gap gap = interruptionFrom(outcome.end, limits);
  EXPECT_EQ(gap.kind, GapKind::TimeLimit);
  EXPECT_THAT(gap.message, HasSubstr("0.2 s"));
  EXPECT_THAT(gap.hint, HasSubstr("--time-limit"));
}

} // namespace
} // namespace raceward
