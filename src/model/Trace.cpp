#include "raceward/model/Trace.h"

#include "raceward/base/Text.h"

#include <array>
#include <charconv>
#include <optional>

namespace raceward {
namespace {

constexpr std::string_view kHeader = "raceward-trace 2";

std::string text(const Address &at) {
  return "o" + std::to_string(at.object.index()) + "+" + std::to_string(at.offset) + ":" +
         std::to_string(at.bytes) + (at.exact ? "" : "?");
}

std::string text(const std::vector<MemoryAccess> &accesses) {
  std::string words;
  for (const MemoryAccess &access : accesses) {
    words += ' ';
    words += toString(access.kind);
    words += ' ';
    words += toString(access.order);
    words += ' ' + text(access.at);
  }
  return words;
}

std::string text(char letter, std::uint32_t number) {
  return std::string(1, letter) + std::to_string(number);
}

/// What follows the word of an action: a blank and its operands.
struct Operands {
  std::string operator()(const Read &a) const { return ' ' + text(a.at); }
  std::string operator()(const Write &a) const { return ' ' + text(a.at); }
  std::string operator()(const AtomicRead &a) const { return atomic(a.order, a.at); }
  std::string operator()(const AtomicWrite &a) const { return atomic(a.order, a.at); }
  std::string operator()(const AtomicUpdate &a) const { return atomic(a.order, a.at); }
  std::string operator()(const Section &a) const { return text(a.accesses); }
  std::string operator()(const Bulk &a) const { return text(a.accesses); }
  std::string operator()(const Await &a) const {
    std::string words;
    for (const Address &at : a.at)
      words += ' ' + text(at);
    return words;
  }
  std::string operator()(const Lock &a) const { return object(a.mutex); }
  std::string operator()(const FailedTryLock &a) const { return object(a.mutex); }
  std::string operator()(const Unlock &a) const { return object(a.mutex); }
  std::string operator()(const ReadLock &a) const { return object(a.mutex); }
  std::string operator()(const ReadUnlock &a) const { return object(a.mutex); }
  std::string operator()(const SemaphorePost &a) const { return object(a.semaphore); }
  std::string operator()(const SemaphoreWait &a) const { return object(a.semaphore); }
  std::string operator()(const SemaphoreRead &a) const { return object(a.semaphore); }
  std::string operator()(const Arrive &a) const { return object(a.barrier); }
  std::string operator()(const Pass &a) const {
    return object(a.barrier) + " " + std::to_string(a.first) + " " + std::to_string(a.count);
  }
  std::string operator()(const Fence &a) const { return " " + std::string(toString(a.order)); }
  std::string operator()(const Create &a) const { return " " + text('t', a.child.index()); }
  std::string operator()(const Start &) const { return {}; }
  std::string operator()(const Exit &) const { return {}; }
  std::string operator()(const Join &a) const { return " " + text('t', a.target.index()); }
  std::string operator()(const Choice &) const { return {}; }
  std::string operator()(const Local &) const { return {}; }

  static std::string atomic(MemoryOrder order, const Address &at) {
    return " " + std::string(toString(order)) + " " + text(at);
  }
  static std::string object(ObjectId id) { return " " + text('o', id.index()); }
};

/// Reads words from a line; after the first that does not fit, ok() stays false.
class Words {
public:
  explicit Words(std::string_view line) : rest_(trim(line)) {}

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool atEnd() const { return rest_.empty(); }

  std::string_view word() {
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    const std::string_view first = rest_.substr(0, end);
    rest_ = trim(rest_.substr(end));
    ok_ &= !first.empty();
    return first;
  }

  std::uint32_t number(std::string_view digits) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    ok_ &= error == std::errc{} && end == digits.data() + digits.size();
    return value;
  }
  std::uint32_t number() { return number(word()); }

  std::uint32_t numbered(char letter) {
    const std::string_view w = word();
    ok_ &= w.starts_with(letter);
    return number(w.substr(std::min<std::size_t>(1, w.size())));
  }

  Address address() {
    const std::string_view w = word();
    const std::size_t plus = w.find('+');
    const std::size_t colon = w.find(':');
    if (!w.starts_with('o') || plus == w.npos || colon == w.npos || colon < plus) {
      ok_ = false;
      return {};
    }
    const bool exact = !w.ends_with('?');
    return {ObjectId(number(w.substr(1, plus - 1))), number(w.substr(plus + 1, colon - plus - 1)),
            number(w.substr(colon + 1, w.size() - colon - (exact ? 1 : 2))), exact};
  }

  std::vector<MemoryAccess> accesses() {
    std::vector<MemoryAccess> list;
    while (ok_ && !atEnd()) {
      MemoryAccess access;
      access.kind = kind();
      access.order = order();
      access.at = address();
      list.push_back(access);
    }
    return list;
  }

  MemoryOrder order() {
    const std::string_view w = word();
    for (const MemoryOrder order :
         {MemoryOrder::Plain, MemoryOrder::Relaxed, MemoryOrder::Acquire, MemoryOrder::Release,
          MemoryOrder::AcquireRelease, MemoryOrder::SeqCst})
      if (toString(order) == w)
        return order;
    ok_ = false;
    return MemoryOrder::Plain;
  }

  AccessKind kind() {
    const std::string_view w = word();
    for (const AccessKind kind : {AccessKind::Read, AccessKind::Write, AccessKind::ReadWrite})
      if (toString(kind) == w)
        return kind;
    ok_ = false;
    return AccessKind::Read;
  }

  ObjectId object() { return ObjectId(numbered('o')); }
  ThreadId thread() { return ThreadId(numbered('t')); }

  template <typename Atomic> Atomic atomic() {
    const MemoryOrder o = order();
    return {address(), o};
  }

  Action action() {
    const std::optional<ActionKind> kind = actionKindInTraces(word());
    ok_ &= kind.has_value();
    switch (kind.value_or(ActionKind::Local)) {
    case ActionKind::Read:
      return Read{address()};
    case ActionKind::Write:
      return Write{address()};
    case ActionKind::AtomicRead:
      return atomic<AtomicRead>();
    case ActionKind::AtomicWrite:
      return atomic<AtomicWrite>();
    case ActionKind::AtomicUpdate:
      return atomic<AtomicUpdate>();
    case ActionKind::Section:
      return Section{accesses()};
    case ActionKind::Bulk:
      return Bulk{accesses()};
    case ActionKind::Await: {
      Await await;
      while (ok_ && !atEnd())
        await.at.push_back(address());
      return await;
    }
    case ActionKind::Lock:
      return Lock{object(), false};
    case ActionKind::TryLock:
      return Lock{object(), true};
    case ActionKind::FailedTryLock:
      return FailedTryLock{object(), false};
    case ActionKind::FailedTryReadLock:
      return FailedTryLock{object(), true};
    case ActionKind::Unlock:
      return Unlock{object()};
    case ActionKind::ReadLock:
      return ReadLock{object(), false};
    case ActionKind::TryReadLock:
      return ReadLock{object(), true};
    case ActionKind::ReadUnlock:
      return ReadUnlock{object()};
    case ActionKind::SemaphorePost:
      return SemaphorePost{object()};
    case ActionKind::SemaphoreWait:
      return SemaphoreWait{object(), false};
    case ActionKind::SemaphoreTryWait:
      return SemaphoreWait{object(), true};
    case ActionKind::SemaphoreRead:
      return SemaphoreRead{object(), false};
    case ActionKind::FailedSemaphoreWait:
      return SemaphoreRead{object(), true};
    case ActionKind::Arrive:
      return Arrive{object()};
    case ActionKind::Pass: {
      const ObjectId barrier = object();
      const std::uint32_t first = number();
      return Pass{barrier, first, number()};
    }
    case ActionKind::Fence:
      return Fence{order()};
    case ActionKind::Create:
      return Create{thread()};
    case ActionKind::Start:
      return Start{};
    case ActionKind::Exit:
      return Exit{};
    case ActionKind::Join:
      return Join{thread()};
    case ActionKind::Choice:
      return Choice{};
    case ActionKind::Local:
    case ActionKind::When: // not in traces
      return Local{};
    }
    return Local{};
  }

private:
  std::string_view rest_;
  bool ok_ = true;
};

std::string positionText(PositionId at) {
  return at.valid() ? "@" + std::to_string(at.index()) : "@-";
}

} // namespace

std::string toString(const Action &action) {
  return std::string(traceWord(kindOf(action))) + visitAction(action, Operands{});
}

std::string toString(const Event &event) {
  std::string line = text('t', event.thread.index()) + "." + std::to_string(event.index) + " " +
                     toString(event.operation.action) + " " + positionText(event.operation.at);
  if (event.outcome.name != 0)
    line += " -> " + std::to_string(event.outcome.name);
  return line;
}

std::string serialise(std::span<const Event> trace) {
  std::string lines = std::string(kHeader) + "\n";
  for (const Event &event : trace)
    lines += text('t', event.thread.index()) + " " + std::to_string(event.index) + " " +
             std::to_string(event.outcome.name) + " " + positionText(event.operation.at) + " " +
             toString(event.operation.action) + "\n";
  return lines;
}

Result<Trace> parseTrace(std::string_view input) {
  const auto lines = split(input, '\n');
  if (lines.empty() || trim(lines[0]) != kHeader)
    return fail(Error::Kind::Input,
                "not a trace: the first line is not '" + std::string(kHeader) + "'");
  Trace trace;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (trim(lines[i]).empty())
      continue;
    Words words(lines[i]);
    Event event;
    event.thread = words.thread();
    event.index = words.number();
    event.outcome.name = words.number();
    const std::string_view at = words.word();
    if (at != "@-")
      event.operation.at = PositionId(words.number(at.substr(std::min<std::size_t>(1, at.size()))));
    event.operation.action = words.action();
    if (!words.ok() || !words.atEnd())
      return fail(Error::Kind::Input, "trace line " + std::to_string(i + 1) +
                                          " makes no sense: " + std::string(trim(lines[i])));
    trace.push_back(std::move(event));
  }
  return trace;
}

} // namespace raceward
