// What native runs read: schedule files of users, and what a program under test wrote, its table
// of sites and its log.
// RUNS: 20000
#include "Scratch.h"
#include "SiteTable.h"

#include "raceward/native/NativeMachine.h"
#include "raceward/native/ScheduleFile.h"

#include <cstring>
#include <optional>

namespace raceward::fuzz {
namespace {

/// A program that answers every schedule with the same log.
class OneLog final : public ProgramServer {
public:
  OneLog(Execution run, std::vector<NativeSite> sites)
      : run_(std::move(run)), sites_(std::move(sites)) {}
  Result<Execution> run(const ScheduleOrder &) override { return run_; }
  [[nodiscard]] const std::vector<NativeSite> &sites() const override { return sites_; }
  [[nodiscard]] std::string symbolAt(std::uint64_t) const override { return {}; }
  [[nodiscard]] std::optional<SymbolPlace> variableAt(std::uint64_t) const override {
    return std::nullopt;
  }
  [[nodiscard]] std::optional<SymbolPlace> variableNamed(const std::string &) const override {
    return std::nullopt;
  }
  [[nodiscard]] std::vector<std::string> bitcode() const override { return {}; }
  [[nodiscard]] std::string lastOutput() const override { return {}; }

private:
  Execution run_;
  std::vector<NativeSite> sites_;
};

void readSchedule(std::string_view text) {
  const auto schedule = parseSchedule(text);
  if (!schedule) {
    RW_CHECK(!schedule.error().message.empty());
    return;
  }
  const auto again = parseSchedule(scheduleText(*schedule));
  RW_CHECK(again && *again == *schedule);
}

Execution logFrom(std::string_view bytes) {
  Execution run;
  run.state = static_cast<rw_state>(bytes.empty() ? 0 : bytes.size() % (RW_REFUSED + 1));
  for (; bytes.size() >= sizeof(rw_event); bytes.remove_prefix(sizeof(rw_event))) {
    rw_event event;
    std::memcpy(&event, bytes.data(), sizeof event);
    event.kind %= RW_EV_EXIT + 3;
    event.thread %= 5;
    event.bytes &= 0xffff;
    (run.events.size() % 4 == 3 ? run.pending : run.events).push_back(event);
    run.enabled ^= event.enabled;
    run.contexts.push_back({event.context % 9, event.site});
    run.crashedAt.push_back(event.site);
    run.starts.push_back(event.address);
  }
  return run;
}

void walkThrough(std::string_view bytes, std::vector<NativeSite> sites) {
  OneLog program(logFrom(bytes), std::move(sites));
  NativeMachine machine(program, 1000, MemoryModel::C11);
  if (!machine.restart())
    return;
  while (const std::optional<ThreadId> thread = machine.logged()) {
    for (const auto &threads : {machine.enabled(), machine.disabled()})
      for (const ThreadId other : threads) {
        (void)machine.next(other);
        (void)machine.fixed(other);
        (void)machine.nameOf(other);
      }
    const std::vector<ThreadId> enabled(machine.enabled().begin(), machine.enabled().end());
    for (const ThreadId other : enabled)
      (void)machine.outcomes(other);
    const MarkId here = machine.mark();
    RW_CHECK(machine.step(*thread, Outcome{}));
    RW_CHECK(machine.rewind(here));
    RW_CHECK(machine.step(*thread, Outcome{}));
  }
}

} // namespace
} // namespace raceward::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace raceward;
  const std::string_view text = fuzz::asText(data, size);
  fuzz::readSchedule(text);
  auto sites = parseSites(text);
  RW_CHECK(sites || !sites.error().message.empty());
  fuzz::walkThrough(text, sites ? std::move(*sites) : std::vector<NativeSite>{});
  return 0;
}
