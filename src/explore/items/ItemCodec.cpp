// Binary form of items and results: variable-length numbers, and lists with their lengths.
//
// A version comes first, and no bytes may follow the end. Lengths are checked against the remaining
// bytes, so that damaged input cannot cause large allocations.
#include "raceward/base/Sha256.h"
#include "raceward/explore/WorkItem.h"

#include <string>

namespace raceward {
namespace {

constexpr std::uint8_t kItemVersion = 1;
constexpr std::uint8_t kResultVersion = 1;
/// 128 bits: two items of one search do not collide by chance.
constexpr std::size_t kIdDigits = 32;

class Writer {
public:
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      bytes_.push_back(static_cast<char>(0x80 | (value & 0x7f)));
    bytes_.push_back(static_cast<char>(value));
  }
  void text(std::string_view text) {
    number(text.size());
    bytes_ += text;
  }
  template <typename List, typename Put> void list(const List &values, Put put) {
    number(values.size());
    for (const auto &value : values)
      put(value);
  }
  template <typename List> void numbers(const List &values) {
    list(values, [&](std::uint64_t value) { number(value); });
  }
  void step(const NamedStep &step) {
    number(step.thread);
    number(step.outcome);
  }
  void steps(const std::vector<NamedStep> &steps) {
    list(steps, [&](const NamedStep &each) { step(each); });
  }
  void names(const ThreadNames &names) {
    list(names, [&](const auto &name) {
      number(name.first);
      number(name.second);
    });
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

private:
  std::string bytes_;
};

/// After the first malformed value, everything reads as zero or empty, and ok() is false.
class Reader {
public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool isAtEnd() const { return ok_ && left_.empty(); }

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (!ok_ || left_.empty())
        return bad();
      const auto byte = static_cast<std::uint8_t>(left_.front());
      left_.remove_prefix(1);
      const std::uint64_t part = byte & 0x7fU;
      if (shift == 63 && part > 1)
        return bad();
      value |= part << shift;
      if ((byte & 0x80U) == 0)
        return value;
    }
    return bad();
  }
  std::uint32_t small() {
    const std::uint64_t value = number();
    return value <= UINT32_MAX ? static_cast<std::uint32_t>(value)
                               : static_cast<std::uint32_t>(bad());
  }
  bool flag() {
    const std::uint64_t value = number();
    return value <= 1 ? value == 1 : bad() != 0;
  }
  std::string text() {
    const std::uint64_t size = number();
    if (size > left_.size()) {
      bad();
      return {};
    }
    std::string text(left_.substr(0, size));
    left_.remove_prefix(size);
    return text;
  }
  /// Each element takes at least one byte.
  template <typename Value, typename Get> std::vector<Value> list(Get get) {
    const std::uint64_t size = number();
    std::vector<Value> values;
    if (size > left_.size()) {
      bad();
      return values;
    }
    for (std::uint64_t i = 0; i < size && ok_; ++i)
      values.push_back(get());
    return values;
  }
  std::vector<std::uint32_t> smalls() {
    return list<std::uint32_t>([&] { return small(); });
  }
  std::vector<std::uint64_t> numbers() {
    return list<std::uint64_t>([&] { return number(); });
  }
  NamedStep step() {
    const std::uint32_t thread = small();
    return {thread, number()};
  }
  std::vector<NamedStep> steps() {
    return list<NamedStep>([&] { return step(); });
  }
  ThreadNames names() {
    return list<std::pair<std::uint32_t, std::uint32_t>>([&] {
      const std::uint32_t creator = small();
      return std::pair(creator, small());
    });
  }

private:
  std::uint64_t bad() {
    ok_ = false;
    left_ = {};
    return 0;
  }

  std::string_view left_;
  bool ok_ = true;
};

void put(Writer &to, const SearchCounters &counters) {
  to.number(counters.runs);
  to.number(counters.blockedRuns);
  to.number(counters.events);
  to.number(counters.reversals);
}

SearchCounters countersFrom(Reader &from) {
  SearchCounters counters;
  counters.runs = from.number();
  counters.blockedRuns = from.number();
  counters.events = from.number();
  counters.reversals = from.number();
  return counters;
}

} // namespace

std::string encode(const WorkItem &item) {
  Writer to;
  to.number(kItemVersion);
  to.names(item.names);
  to.steps(item.path);
  to.list(item.nodes, [&](const KnownNode &node) {
    to.number(node.depth);
    to.numbers(node.taken);
    to.number(node.current);
    to.numbers(node.outcomesLeft);
  });
  to.number(item.owned);
  to.number(item.isBranch ? 1 : 0);
  to.number(item.effort);
  to.number(item.spread);
  return to.take();
}

Result<WorkItem> decodeItem(std::string_view bytes) {
  Reader from(bytes);
  WorkItem item;
  if (from.number() != kItemVersion)
    return fail(Error::Kind::Input, "a work item of another version");
  item.names = from.names();
  item.path = from.steps();
  item.nodes = from.list<KnownNode>([&] {
    KnownNode node;
    node.depth = from.small();
    node.taken = from.smalls();
    node.current = from.small();
    node.outcomesLeft = from.numbers();
    return node;
  });
  item.owned = from.small();
  item.isBranch = from.flag();
  item.effort = from.number();
  item.spread = from.small();
  if (!from.isAtEnd())
    return fail(Error::Kind::Input, "a damaged work item");
  return item;
}

std::string encode(const ItemResult &result) {
  Writer to;
  to.number(kResultVersion);
  to.number(static_cast<std::uint64_t>(result.ended));
  put(to, result.counters);
  to.names(result.names);
  to.list(result.demands, [&](const Demand &demand) {
    to.number(demand.depth);
    to.numbers(demand.oneOf);
  });
  to.list(result.races, [&](const FoundRace &race) {
    to.number(race.places[0]);
    to.number(race.places[1]);
    to.steps(race.run);
    to.number(race.first);
  });
  to.number(result.ambiguousOrder ? 1 : 0);
  to.numbers(result.outcomesLeft);
  to.number(result.into ? 1 : 0);
  if (result.into)
    to.step(*result.into);
  to.list(result.open, [&](const OpenNode &node) {
    to.numbers(node.enabled);
    to.numbers(node.taken);
    to.number(node.current);
    to.numbers(node.outcomesLeft);
    to.step(node.step);
  });
  to.number(result.givenBack);
  to.text(result.why);
  to.text(result.enclosed);
  return to.take();
}

Result<ItemResult> decodeResult(std::string_view bytes) {
  Reader from(bytes);
  ItemResult result;
  if (from.number() != kResultVersion)
    return fail(Error::Kind::Input, "the result of a work item of another version");
  const std::uint64_t ended = from.number();
  result.ended = static_cast<ItemResult::Ended>(ended);
  result.counters = countersFrom(from);
  result.names = from.names();
  result.demands = from.list<Demand>([&] {
    const std::uint32_t depth = from.small();
    return Demand{depth, from.smalls()};
  });
  result.races = from.list<FoundRace>([&] {
    FoundRace race;
    race.places[0] = from.number();
    race.places[1] = from.number();
    race.run = from.steps();
    race.first = from.small();
    return race;
  });
  result.ambiguousOrder = from.flag();
  result.outcomesLeft = from.numbers();
  if (from.flag())
    result.into = from.step();
  result.open = from.list<OpenNode>([&] {
    OpenNode node;
    node.enabled = from.smalls();
    node.taken = from.smalls();
    node.current = from.small();
    node.outcomesLeft = from.numbers();
    node.step = from.step();
    return node;
  });
  result.givenBack = from.small();
  result.why = from.text();
  result.enclosed = from.text();
  if (!from.isAtEnd() || ended > static_cast<std::uint64_t>(ItemResult::Ended::Lost))
    return fail(Error::Kind::Input, "a damaged result of a work item");
  return result;
}

std::string idOf(const WorkItem &item, std::string_view search) {
  Writer all;
  all.text(search);
  return sha256(all.take() + encode(item)).substr(0, kIdDigits);
}

} // namespace raceward
