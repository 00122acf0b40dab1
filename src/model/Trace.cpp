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

std::string text(const std::vector<Address> &list) {
  std::string words;
  for (const Address &at : list)
    words += ' ' + text(at);
  return words;
}

/// Calls `use` with each operand of an action, in the order in which they follow its word. Asks for
/// the fields by name, as Event.h does. The flags of an action are in its word.
template <typename Type, typename Use> void forEachOperand(Type &a, Use &&use) {
  if constexpr (requires { a.order; })
    use(a.order);
  if constexpr (requires { a.at; })
    use(a.at);
  if constexpr (requires { a.accesses; })
    use(a.accesses);
  if constexpr (requires { a.mutex; })
    use(a.mutex);
  if constexpr (requires { a.meetingPoint; })
    use(a.meetingPoint);
  if constexpr (requires { a.barrier; })
    use(a.barrier);
  if constexpr (requires { a.first; })
    use(a.first);
  if constexpr (requires { a.count; })
    use(a.count);
  if constexpr (requires { a.child; })
    use(a.child);
  if constexpr (requires { a.target; })
    use(a.target);
}

/// A blank and the operand, or several.
struct OperandWords {
  std::string operator()(MemoryOrder order) const { return ' ' + std::string(toString(order)); }
  std::string operator()(const Address &at) const { return ' ' + text(at); }
  std::string operator()(const std::vector<Address> &list) const { return text(list); }
  std::string operator()(const std::vector<MemoryAccess> &accesses) const { return text(accesses); }
  std::string operator()(ObjectId object) const { return ' ' + text('o', object.index()); }
  std::string operator()(ThreadId thread) const { return ' ' + text('t', thread.index()); }
  std::string operator()(std::uint32_t number) const { return ' ' + std::to_string(number); }
};

/// Sets the flag by which the type's second kind differs from its first; see kindOf().
template <typename Type> void becomeSecondKind(Type &a) {
  if constexpr (requires { a.tried = true; })
    a.tried = true;
  else if constexpr (requires { a.shared = true; })
    a.shared = true;
  else
    a.failedWait = true;
}

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

  ThreadId thread() { return ThreadId(numbered('t')); }

  void read(MemoryOrder &operand) { operand = order(); }
  void read(Address &operand) { operand = address(); }
  void read(std::vector<Address> &operand) {
    while (ok_ && !atEnd())
      operand.push_back(address());
  }
  void read(std::vector<MemoryAccess> &operand) { operand = accesses(); }
  void read(ObjectId &operand) { operand = ObjectId(numbered('o')); }
  void read(ThreadId &operand) { operand = thread(); }
  void read(std::uint32_t &operand) { operand = number(); }

  template <typename Type> Type actionOf() {
    Type a;
    forEachOperand(a, [&](auto &operand) { read(operand); });
    return a;
  }
  template <typename Type> Type secondKindOf() {
    Type a = actionOf<Type>();
    becomeSecondKind(a);
    return a;
  }

  Action action() {
    const std::optional<ActionKind> kind = actionKindInTraces(word());
    ok_ &= kind.has_value();
    switch (kind.value_or(ActionKind::Local)) {
#define RW_ACTION(kind, type, ...)                                                                 \
  case ActionKind::kind:                                                                           \
    return actionOf<type>();
#define RW_ACTION_ALSO(kind, type, ...)                                                            \
  case ActionKind::kind:                                                                           \
    return secondKindOf<type>();
#define RW_REPORTED(kind, ...) case ActionKind::kind: // not in traces
#include "raceward/model/Actions.def"
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
  std::string words(traceWord(kindOf(action)));
  visitAction(action, [&](const auto &a) {
    forEachOperand(a, [&](const auto &operand) { words += OperandWords{}(operand); });
  });
  return words;
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
