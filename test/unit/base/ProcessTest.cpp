#include "raceward/base/Process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <unistd.h>

namespace raceward {
namespace {

constexpr std::uint64_t kMiB = 1024 * 1024;

TEST(Process, CollectsBothStreamsAndTheStatus) {
  std::string out;
  std::string err;
  ProcessWatch watch;
  watch.onOutput = [&](std::string_view text) { out += text; };
  watch.onErrors = [&](std::string_view text) { err += text; };
  const auto end = runCommand({"sh", "-c", "echo seen; echo wrong >&2; exit 7"}, watch);
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->kind, ProcessEnd::Kind::Exited);
  EXPECT_EQ(end->code, 7);
  EXPECT_EQ(out, "seen\n");
  EXPECT_EQ(err, "wrong\n");
}

TEST(Process, MissingProgramIsAnErrorWithItsName) {
  const auto end = runCommand({"no-such-program-here"}, {});
  ASSERT_FALSE(end.has_value());
  EXPECT_EQ(end.error().kind, Error::Kind::Setup);
  EXPECT_NE(end.error().message.find("no-such-program-here"), std::string::npos);
}

TEST(Process, KnowsWhatCanBeRun) {
  EXPECT_TRUE(canRun("sh"));
  EXPECT_TRUE(canRun("/bin/sh"));
  EXPECT_FALSE(canRun("no-such-program-here"));
  EXPECT_FALSE(canRun("/no/such/program"));
}

TEST(Process, TimeLimitEndsTheWholeTree) {
  ProcessWatch watch;
  watch.limits.wallSeconds = 0.3;
  // The grandchild would keep the pipe open for a minute if it survived.
  const auto end = runCommand({"sh", "-c", "sleep 60 & sleep 60"}, watch);
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->kind, ProcessEnd::Kind::TimeLimit);
  EXPECT_GE(end->wallSeconds, 0.3);
  EXPECT_LT(end->wallSeconds, 5.0);
}

TEST(Process, MemoryLimitHoldsForAForkedChild) {
  ProcessWatch watch;
  watch.limits.memoryBytes = 200 * kMiB;
  const auto end = runForked(
      [](int) {
        for (int i = 0; i < 4000; ++i) {
          volatile char *block = new char[kMiB]; // never freed: that is the point
          for (std::uint64_t at = 0; at < kMiB; at += 4096)
            block[at] = 1; // volatile, or an optimiser sees that nobody looks
        }
        return 0;
      },
      watch);
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->kind, ProcessEnd::Kind::MemoryLimit);
  EXPECT_LT(end->peakBytes, 260 * kMiB);
}

TEST(Process, ForkedChildReportsThroughItsDescriptor) {
  std::string got;
  ProcessWatch watch;
  watch.onOutput = [&](std::string_view text) { got += text; };
  const auto end = runForked([](int fd) { return writeAll(fd, "result") ? 5 : 6; }, watch);
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->code, 5);
  EXPECT_EQ(got, "result");
}

TEST(Process, CrashIsReportedAsItsSignal) {
  const auto end = runForked([](int) { return ::raise(SIGKILL); }, {});
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->kind, ProcessEnd::Kind::Signalled);
  EXPECT_EQ(describe(*end), "killed by SIGKILL");
}

TEST(Process, CancellingEndsTheChild) {
  ProcessWatch watch;
  watch.cancelled = [] { return true; };
  const auto end = runCommand({"sleep", "60"}, watch);
  ASSERT_TRUE(end.has_value());
  EXPECT_EQ(end->kind, ProcessEnd::Kind::Cancelled);
}

} // namespace
} // namespace raceward
