#include "SharedSearch.h"

#include "raceward/base/Check.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>

namespace raceward {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kWait{50};
constexpr double kStatusSeconds = 0.2;
/// Of one item.
constexpr unsigned kMostRefusals = 3;

bool isSame(const Gap &a, const Gap &b) {
  return a.kind == b.kind && a.at == b.at && a.message == b.message;
}

/// A line of JSON for each item that counted.
class ItemLog {
public:
  explicit ItemLog(const std::string &path)
      : file_(path.empty() ? nullptr : std::fopen(path.c_str(), "we")) {}
  ItemLog(const ItemLog &) = delete;
  ItemLog &operator=(const ItemLog &) = delete;
  ~ItemLog() {
    if (file_ != nullptr)
      std::fclose(file_);
  }
  void add(const WorkTree::Issued &issued, const ItemResult &result, double seconds) {
    if (file_ == nullptr)
      return;
    std::fprintf(file_,
                 "{\"item\":\"%s\",\"counted\":%.6f,\"path\":%zu,\"bytes\":%zu,\"runs\":%llu,"
                 "\"blocked\":%llu,\"events\":%llu,\"split\":%s}\n",
                 issued.id.c_str(), seconds, issued.item.path.size(), encode(issued.item).size(),
                 static_cast<unsigned long long>(result.counters.runs),
                 static_cast<unsigned long long>(result.counters.blockedRuns),
                 static_cast<unsigned long long>(result.counters.events),
                 result.ended == ItemResult::Ended::Split ? "true" : "false");
  }
  void add(const WorkHistory &history) {
    if (file_ == nullptr)
      return;
    for (const WorkSpan &span : history.spans)
      std::fprintf(file_, "{\"worker\":%u,\"begin\":%.6f,\"end\":%.6f,\"runs\":%llu,\"lost\":%s}\n",
                   span.worker, span.begin, span.end, static_cast<unsigned long long>(span.runs),
                   span.isLost ? "true" : "false");
  }

private:
  std::FILE *file_;
};

class Coordinator {
public:
  Coordinator(const SharedSearchOptions &options, Crew &crew, WorkJournal *journal)
      : options_(options), crew_(crew), journal_(journal), tree_(options.search, options.sizes),
        log_(options.log) {
    tree_.onCounted = [this](const WorkTree::Issued &issued, const ItemResult &result) {
      merge(result);
      log_.add(issued, result, seconds());
    };
  }

  Result<SharedSearchResult> run() {
    if (journal_ != nullptr)
      for (const WorkJournal::Record &record : journal_->records())
        take(record.id, record.bytes);
    bool inTime = true;
    while (!tree_.isDone() && (inTime = seconds() < options_.seconds)) {
      if (Result<void> gone = goOn(); !gone)
        return fail(std::move(gone).error());
      tell();
    }
    crew_.dismiss();
    if (!inTime)
      tree_.hurryRaces();
    if (options_.onStatus)
      options_.onStatus(status());
    return result(inTime);
  }

private:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

  Result<void> goOn() {
    while (crew_.canTake()) {
      const std::optional<WorkTree::Issued> issued = tree_.next();
      if (!issued)
        break;
      if (Result<void> given = crew_.give(*issued); !given)
        return given;
    }
    Result<std::vector<Crew::Arrived>> arrived = crew_.collect(kWait);
    if (!arrived)
      return fail(arrived.error());
    for (Crew::Arrived &each : *arrived)
      if (tree_.waitsFor(each.id)) {
        if (journal_ != nullptr)
          if (Result<void> kept = journal_->append(each.id, each.result); !kept)
            return kept;
        take(each.id, each.result);
        if (Result<void> repeated = repeatIfRefused(each.id); !repeated)
          return repeated;
      } else {
        ++ignored_;
      }
    if (journal_ != nullptr)
      if (Result<void> synced = journal_->sync(); !synced)
        return synced;
    for (Crew::Arrived &each : *arrived)
      if (each.stored)
        each.stored();
    return {};
  }

  Result<void> repeatIfRefused(const std::string &id) {
    if (!tree_.waitsFor(id))
      return {};
    if (++refusals_[id] >= kMostRefusals)
      return fail(Error::Kind::Internal, "workers give results that make no sense");
    for (const WorkTree::Issued *issued : tree_.unanswered())
      if (issued->id == id)
        return crew_.repeat(*issued);
    return {};
  }

  /// From a worker or from the journal: it may be anything.
  void take(const std::string &id, std::string_view bytes) {
    Result<ItemResult> result = decodeResult(bytes);
    if (!result || !decodeReport(result->enclosed) ||
        tree_.add(id, std::move(*result)) != WorkTree::Taken::New)
      ++ignored_;
  }

  void merge(const ItemResult &result) {
    const std::optional<MachineReport> report = decodeReport(result.enclosed);
    RW_CHECK(report);
    for (const Gap &gap : report->gaps)
      if (std::none_of(machine_.gaps.begin(), machine_.gaps.end(),
                       [&](const Gap &known) { return isSame(known, gap); }))
        machine_.gaps.push_back(gap);
    reached_.insert(report->reached.begin(), report->reached.end());
    machine_.steps += report->steps;
    machine_.queries += report->queries;
    machine_.solverSeconds += report->solverSeconds;
  }

  [[nodiscard]] WorkStatus status() const {
    WorkStatus now;
    now.seconds = seconds();
    now.workers = crew_.workers();
    now.itemsOpen = tree_.openItems();
    now.itemsClosed = tree_.closedItems();
    now.runs = tree_.counters().runs;
    now.blockedRuns = tree_.counters().blockedRuns;
    now.events = tree_.counters().events;
    now.races = tree_.races().size();
    const FractionDone fraction = tree_.fraction();
    now.fraction = fraction.estimate;
    now.fractionLow = fraction.low;
    now.repeatedItems = crew_.repeatedItems();
    now.ignoredResults = ignored_;
    return now;
  }

  void tell() {
    if (!options_.onStatus || seconds() < nextStatus_)
      return;
    nextStatus_ = seconds() + kStatusSeconds;
    options_.onStatus(status());
  }

  SharedSearchResult result(bool inTime) {
    SharedSearchResult all;
    all.isExhausted = tree_.isExhausted();
    all.ended = inTime ? tree_.ended() : SearchEnd::TimeBound;
    all.counters = tree_.counters();
    all.ambiguousOrder = tree_.ambiguousOrder();
    all.races = tree_.races();
    all.losses = tree_.losses();
    if (!all.isExhausted)
      all.left = tree_.describeOpen();
    all.machine = std::move(machine_);
    all.machine.reached.assign(reached_.begin(), reached_.end());
    all.history = {crew_.workers(), crew_.spans(), seconds()};
    log_.add(all.history);
    return all;
  }

  const SharedSearchOptions &options_;
  Crew &crew_;
  WorkJournal *journal_;
  WorkTree tree_;
  ItemLog log_;
  Clock::time_point start_ = Clock::now();
  double nextStatus_ = 0;
  std::uint64_t ignored_ = 0;
  std::map<std::string, unsigned> refusals_; ///< of results that make no sense, by item
  MachineReport machine_;
  std::set<SiteId> reached_;
};

} // namespace

Result<SharedSearchResult> searchShared(const SharedSearchOptions &options, Crew &crew,
                                        WorkJournal *journal) {
  return Coordinator(options, crew, journal).run();
}

} // namespace raceward
