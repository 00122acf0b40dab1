#include "ScheduleTables.h"

#include "StandardInput.h"
#include "raceward/model/MainArguments.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <tuple>

namespace raceward {

namespace {

/// The bit of `enum raceward_action`, as C writes it, or nothing: choices, and waiting for a
/// change, are not steps of the compiled program.
std::string_view nativeAction(const EvidenceStep &step) {
  static constexpr std::string_view kNoStep = "RW_NO_STEP";
  std::string_view name = kNoStep;
  switch (step.action) {
#define RW_ACTION(kind, type, family, role, trace, report, replay, ...)                            \
  case ActionKind::kind:                                                                           \
    name = #replay;                                                                                \
    break;
#define RW_ACTION_ALSO(kind, type, family, role, trace, report, replay, ...)                       \
  case ActionKind::kind:                                                                           \
    name = #replay;                                                                                \
    break;
#define RW_REPORTED(kind, ...)                                                                     \
  case ActionKind::kind:                                                                           \
    break;
#include "raceward/model/Actions.def"
  }
  return name == kNoStep ? std::string_view() : name;
}

bool touchesMemory(const EvidenceStep &step) {
  const ActionRole role = roleOf(step.action);
  return role == ActionRole::Access ||
         (role == ActionRole::Atomic && step.action != ActionKind::Section);
}

/// Only letters, digits and blanks stand for themselves: names and lines may hold anything.
std::string literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                       (byte >= 'a' && byte <= 'z') || byte == ' ' || byte == '_' || byte == '.' ||
                       byte == '/' || byte == '-';
    if (plain) {
      out += c;
      continue;
    }
    out += '\\';
    out += static_cast<char>('0' + byte / 64);
    out += static_cast<char>('0' + byte / 8 % 8);
    out += static_cast<char>('0' + byte % 8);
  }
  return out + "\"";
}

bool isName(std::string_view word) {
  const auto letter = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
  };
  return !word.empty() && letter(word.front()) &&
         std::ranges::all_of(word, [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

/// The runtime has these itself.
bool isThreadFunction(std::string_view name) {
  return name.starts_with("pthread_") || name.starts_with("thrd_") || name.starts_with("sem_");
}

/// The compiler makes copies of these calls, as of assignments.
bool isCopy(std::string_view name) {
  return name == "memcpy" || name == "memmove" || name == "memset";
}

/// "-3", "255", "1": as bits.
unsigned long long valueOf(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative)
    text.remove_prefix(1);
  unsigned long long value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return negative ? 0 - value : value;
}

using PlaceKey = std::tuple<std::string, std::uint32_t, std::uint32_t>;

class Tables {
public:
  Tables(const ReplayRequest &request,
         const std::function<std::string(const std::string &)> &nameOf)
      : request_(request), nameOf_(nameOf) {
    const Evidence &run = request.race.run;
    for (std::uint32_t at = 0; at < run.steps.size(); ++at)
      if (!nativeAction(run.steps[at]).empty())
        order_.push_back(at);
    bringTogether();
    for (const std::uint32_t at : order_)
      places_.emplace(keyOf(run.steps[at].at), 0);
    places_.emplace(keyOf(request.race.first.at), 0);
    places_.emplace(keyOf(request.race.second.at), 0);
    std::uint32_t number = 0;
    for (auto &[key, index] : places_)
      index = number++;
    for (const SourceLine &line : request.lines)
      texts_.emplace(std::pair(nameOf_(line.file), line.line), line.text);
  }

  std::string text() {
    return "/* Written by Raceward: the run in which the race happens. */\n"
           "#include \"raceward_schedule.h\"\n\n" +
           placeTable() + stepTable() + inputTable() + schedule() + stubs();
  }

private:
  /// The first access right before the second, so that both threads stand before theirs, and
  /// ThreadSanitizer, which remembers four accesses of each eight bytes, still knows it: if
  /// nothing in between needs it.
  void bringTogether() {
    const Evidence &run = request_.race.run;
    const auto first = std::ranges::find(order_, run.firstAccess);
    if (first == order_.end() || order_.size() < 2 || order_.back() + 1 != run.steps.size())
      return;
    const EvidenceStep &access = run.steps[*first];
    const auto touchesTheSame = [&](const EvidenceStep &other) {
      return std::ranges::any_of(other.accesses, [&](const EvidenceAccess &a) {
        return std::ranges::any_of(access.accesses, [&](const EvidenceAccess &b) {
          return a.object == b.object && a.offset < b.offset + b.bytes &&
                 b.offset < a.offset + a.bytes;
        });
      });
    };
    const bool needed = std::any_of(first + 1, order_.end() - 1, [&](std::uint32_t at) {
      return run.steps[at].thread == access.thread || touchesTheSame(run.steps[at]);
    });
    if (needed)
      return;
    std::rotate(first, first + 1, order_.end() - 1);
    meet_ = true;
  }

  PlaceKey keyOf(const SourcePosition &at) const { return {nameOf_(at.file), at.line, at.column}; }

  std::string placeTable() {
    std::string out = "static const struct raceward_place places[] = {\n";
    for (const auto &[key, index] : places_) {
      const auto &[file, line, column] = key;
      const auto text = texts_.find(std::pair(file, line));
      out += "    {" + literal(file) + ", " + std::to_string(line) + ", " + std::to_string(column) +
             ", " + (text == texts_.end() ? "0" : literal(text->second)) + "},\n";
    }
    return out + "};\n\n";
  }

  std::string stepTable() {
    std::string out = "static const struct raceward_step steps[] = {\n";
    for (const std::uint32_t at : order_)
      out += stepRow(request_.race.run.steps[at]);
    return out + "    {0, 0, 0, \"\", \"\", 0, -1, 0, 0},\n};\n\n";
  }

  std::string stepRow(const EvidenceStep &step) {
    const bool section = step.action == ActionKind::Section;
    std::string object = "-1, 0, 0";
    // Offsets hold in the layout that the run had.
    if (step.accesses.size() == 1 && request_.program.dataModel == DataModel::LP64) {
      const EvidenceAccess &access = step.accesses.front();
      object = std::to_string(access.object) + ", " + std::to_string(access.offset) + "ul, " +
               std::to_string(access.bytes) + "ul";
    }
    const std::string words =
        std::string(toString(step.action)) + (step.object.empty() ? "" : " " + step.object);
    return "    {" + std::to_string(step.thread) + ", " + std::string(nativeAction(step)) + ", " +
           std::to_string(places_.at(keyOf(step.at))) + ", " +
           literal(section || isCopy(step.call) ? std::string() : step.call) + ", " +
           literal(words) + ", " + std::to_string(step.target.value_or(0)) + ", " + object + "},\n";
  }

  std::string inputTable() {
    std::string out = "static const struct raceward_input inputs[] = {\n";
    for (const GivenInput &input : request_.race.run.inputs)
      if (!input.source.empty() && !isMainArgument(input)) // those are passed to the program
        out += "    {" + std::to_string(input.thread) + ", " + literal(input.source) + ", " +
               std::to_string(valueOf(input.value)) + "ull},\n";
    return out + "    {0xffffffffu, \"\", 0},\n};\n\n";
  }

  std::string standardInput() {
    const std::string bytes = standardInputOf(request_.race.run.inputs);
    return literal(bytes) + ", " + std::to_string(bytes.size());
  }

  std::string schedule() {
    return "const struct raceward_schedule raceward_schedule = {\n"
           "    places, " +
           std::to_string(places_.size()) + ", steps, " + std::to_string(order_.size()) +
           ", inputs, sizeof inputs / sizeof inputs[0], " + standardInput() + ", " +
           std::to_string(places_.at(keyOf(request_.race.first.at))) + ", " +
           std::to_string(places_.at(keyOf(request_.race.second.at))) + ", " + (meet_ ? "1" : "0") +
           "};\n";
  }

  /// Stands before a library function, keeps its arguments, and goes on to it as if the program
  /// had called it directly: ThreadSanitizer then sees where the call stands.
  std::string stubs() {
    const std::vector<std::string> calls = steppedCalls(request_.race.run);
    if (calls.empty())
      return {};
    std::string out = R"(
#if !defined(__x86_64__)
#error "calls of library functions are followed on x86-64 only"
#endif
#define RW_STUB(name)                                                     \
  __asm__(".text\n.globl __wrap_" #name "\n"                              \
          ".type __wrap_" #name ", @function\n__wrap_" #name ":\n"        \
          "push %rbp\nmov %rsp, %rbp\n"                                   \
          "push %rdi\npush %rsi\npush %rdx\npush %rcx\n"                  \
          "push %r8\npush %r9\npush %rax\npush %r10\nsub $128, %rsp\n"    \
          "movups %xmm0, (%rsp)\nmovups %xmm1, 16(%rsp)\n"                \
          "movups %xmm2, 32(%rsp)\nmovups %xmm3, 48(%rsp)\n"              \
          "movups %xmm4, 64(%rsp)\nmovups %xmm5, 80(%rsp)\n"              \
          "movups %xmm6, 96(%rsp)\nmovups %xmm7, 112(%rsp)\n"             \
          "lea 1f(%rip), %rdi\nmov 8(%rbp), %rsi\n"                       \
          "call raceward_before_call@PLT\n"                               \
          "movups (%rsp), %xmm0\nmovups 16(%rsp), %xmm1\n"                \
          "movups 32(%rsp), %xmm2\nmovups 48(%rsp), %xmm3\n"              \
          "movups 64(%rsp), %xmm4\nmovups 80(%rsp), %xmm5\n"              \
          "movups 96(%rsp), %xmm6\nmovups 112(%rsp), %xmm7\n"             \
          "add $128, %rsp\npop %r10\npop %rax\npop %r9\npop %r8\n"        \
          "pop %rcx\npop %rdx\npop %rsi\npop %rdi\npop %rbp\n"            \
          "jmp __real_" #name "@PLT\n1: .string \"" #name "\"\n")
)";
    for (const std::string &call : calls)
      out += "RW_STUB(" + call + ");\n";
    return out;
  }

  const ReplayRequest &request_;
  const std::function<std::string(const std::string &)> &nameOf_;
  std::vector<std::uint32_t> order_; ///< the steps that the tables have
  bool meet_ = false;
  std::map<PlaceKey, std::uint32_t> places_; ///< by file and line, which the runtime needs
  std::map<std::pair<std::string, std::uint32_t>, std::string> texts_;
};

} // namespace

std::vector<std::string> steppedCalls(const Evidence &run) {
  std::set<std::string> calls;
  for (const EvidenceStep &step : run.steps)
    if (touchesMemory(step) && isName(step.call) && !isThreadFunction(step.call) &&
        !isCopy(step.call))
      calls.insert(step.call);
  return {calls.begin(), calls.end()};
}

std::string scheduleTables(const ReplayRequest &request,
                           const std::function<std::string(const std::string &)> &nameOf) {
  return Tables(request, nameOf).text();
}

} // namespace raceward
