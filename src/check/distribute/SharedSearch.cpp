#include "SharedSearch.h"

#include "raceward/base/Check.h"
#include "raceward/base/Deadline.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>

namespace raceward {
namespace {

constexpr std::chrono::milliseconds kWaitForThePool{50};
constexpr double kStatusSeconds = 0.2;
/// Refused results per item before the search fails.
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
  /// `opened`: number of items that it was split into.
  void add(const WorkTree::Issued &issued, const ItemResult &result, double seconds,
           std::uint64_t opened) {
    if (file_ == nullptr)
      return;
    std::fprintf(file_,
                 "{\"item\":\"%s\",\"counted\":%.6f,\"path\":%zu,\"bytes\":%zu,\"runs\":%llu,"
                 "\"blocked\":%llu,\"events\":%llu,\"opened\":%llu}\n",
                 issued.id.c_str(), seconds, issued.item.path.size(), encode(issued.item).size(),
                 static_cast<unsigned long long>(result.counters.runs),
                 static_cast<unsigned long long>(result.counters.blockedRuns),
                 static_cast<unsigned long long>(result.counters.events),
                 static_cast<unsigned long long>(opened));
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

/// The loop of a shared search: give items to the crew while it can take some, collect results,
/// journal them, add them to the tree, sync, acknowledge them. Results of an existing journal are
/// added first, which resumes a search.
///
/// Invariants: a result reaches the tree only after it was appended to the journal, and is
/// acknowledged to the crew only after the sync; only results that the tree waits for are
/// journalled; an item whose result cannot be decoded or is refused by the tree is searched again,
/// and kMostRefusals such results end the search with an Error. Gaps and counters are merged when a
/// result counts, so that they do not depend on the order of arrival.
class Coordinator {
public:
  Coordinator(const SharedSearchOptions &options, SearchWorkers &pool, WorkJournal *journal)
      : options_(options), pool_(pool), journal_(journal), tree_(options.search, options.sizes),
        log_(options.log) {
    tree_.onCounted = [this](const WorkTree::Issued &issued, const ItemResult &result) {
      merge(result);
      const std::uint64_t items = tree_.openItems() + tree_.closedItems();
      log_.add(issued, result, seconds(), items - items_);
      items_ = items;
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
    pool_.dismiss();
    if (!inTime)
      tree_.hurryRaces();
    if (options_.onStatus)
      options_.onStatus(status());
    return result(inTime);
  }

private:
  [[nodiscard]] double seconds() const { return sinceStart_.seconds(); }

  Result<void> goOn() {
    while (pool_.canTake()) {
      const std::optional<WorkTree::Issued> issued = tree_.next();
      if (!issued)
        break;
      if (Result<void> given = pool_.give(*issued); !given)
        return given;
    }
    Result<SearchWorkers::Collected> collected = pool_.collect(kWaitForThePool);
    if (!collected)
      return fail(collected.error());
    for (const WorkSpan &span : collected->lost)
      record(span);
    for (SearchWorkers::Arrived &each : collected->arrived)
      if (Result<void> received = receive(each); !received)
        return received;
    if (journal_ != nullptr)
      if (Result<void> synced = journal_->sync(); !synced)
        return synced;
    for (SearchWorkers::Arrived &each : collected->arrived)
      if (each.stored)
        each.stored();
    return {};
  }

  Result<void> receive(SearchWorkers::Arrived &arrived) {
    if (!tree_.waitsFor(arrived.id)) {
      ++ignored_;
      arrived.span.isLost = true;
      record(arrived.span);
      return {};
    }
    if (journal_ != nullptr)
      if (Result<void> kept = journal_->append(arrived.id, arrived.result); !kept)
        return kept;
    arrived.span.runs = take(arrived.id, arrived.result);
    record(arrived.span);
    return repeatIfRefused(arrived.id);
  }

  void record(const WorkSpan &span) {
    history_.spans.push_back(span);
    if (span.worker >= history_.workers.size())
      history_.workers.resize(span.worker + 1);
    WorkerStatus &worker = history_.workers[span.worker];
    worker.items += span.isLost ? 0 : 1;
    worker.runs += span.runs;
    worker.busySeconds += span.end - span.begin;
  }

  Result<void> repeatIfRefused(const std::string &id) {
    if (!tree_.waitsFor(id))
      return {};
    if (++refusals_[id] >= kMostRefusals)
      return fail(Error::Kind::Internal, "workers send invalid results");
    for (const WorkTree::Issued *issued : tree_.unanswered())
      if (issued->id == id)
        return pool_.repeat(*issued);
    return {};
  }

  /// Untrusted input, from a worker or from the journal. Returns the runs, if it was accepted.
  std::uint64_t take(const std::string &id, std::string_view bytes) {
    Result<ItemResult> result = decodeResult(bytes);
    if (result && decodeReport(result->enclosed)) {
      const std::uint64_t runs = result->counters.runs + result->counters.blockedRuns;
      if (tree_.add(id, std::move(*result)) == WorkTree::Taken::New)
        return runs;
    }
    ++ignored_;
    return 0;
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

  /// The crew's status, plus the work done so far.
  [[nodiscard]] std::vector<WorkerStatus> workers() const {
    std::vector<WorkerStatus> all = pool_.workers();
    for (std::size_t i = 0; i < std::min(all.size(), history_.workers.size()); ++i) {
      all[i].items += history_.workers[i].items;
      all[i].runs += history_.workers[i].runs;
      all[i].busySeconds += history_.workers[i].busySeconds;
    }
    return all;
  }

  WorkStatus status() {
    WorkStatus now;
    now.seconds = seconds();
    now.workers = workers();
    now.itemsOpen = tree_.openItems();
    now.itemsClosed = tree_.closedItems();
    now.runs = tree_.counters().runs;
    now.blockedRuns = tree_.counters().blockedRuns;
    now.events = tree_.counters().events;
    now.races = tree_.races().size();
    const FractionDone fraction = tree_.fraction();
    now.fraction = fraction.estimate;
    now.fractionLow = fraction.low;
    now.repeatedItems = pool_.repeatedItems();
    now.ignoredResults = ignored_;
    now.spans.assign(history_.spans.begin() + static_cast<std::ptrdiff_t>(spansTold_),
                     history_.spans.end());
    spansTold_ = history_.spans.size();
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
    all.history = {workers(), std::move(history_.spans), seconds()};
    log_.add(all.history);
    return all;
  }

  const SharedSearchOptions &options_;
  SearchWorkers &pool_;
  WorkJournal *journal_;
  WorkTree tree_;
  ItemLog log_;
  Stopwatch sinceStart_;
  double nextStatus_ = 0;
  std::uint64_t ignored_ = 0;
  std::map<std::string, unsigned> refusals_; ///< refused results, by item
  std::uint64_t items_ = 1;                  ///< number of items when the last result counted
  WorkHistory history_;
  std::size_t spansTold_ = 0; ///< number of spans that were reported
  MachineReport machine_;
  std::set<SiteId> reached_;
};

} // namespace

Result<SharedSearchResult> searchShared(const SharedSearchOptions &options, SearchWorkers &pool,
                                        WorkJournal *journal) {
  return Coordinator(options, pool, journal).run();
}

} // namespace raceward
