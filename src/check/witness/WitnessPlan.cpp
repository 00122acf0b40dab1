#include "WitnessPlan.h"

#include "raceward/base/Text.h"
#include "raceward/program/Effects.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

namespace raceward {

namespace {

std::string withoutSpaces(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out),
               [](unsigned char c) { return std::isspace(c) == 0; });
  return out;
}

/// Strips parentheses around the whole text.
std::string_view unwrapped(std::string_view text) {
  while (text.size() > 2 && text.front() == '(' && text.back() == ')' &&
         text.substr(1).find('(') == std::string_view::npos)
    text = text.substr(1, text.size() - 2);
  return text;
}

/// C syntax: decimal or hexadecimal, with suffixes. Values above the largest signed one become
/// those with the same bits.
std::optional<std::int64_t> integerFrom(std::string_view text) {
  text = unwrapped(text);
  const bool isNegative = text.starts_with('-');
  if (isNegative)
    text.remove_prefix(1);
  while (!text.empty() && std::string_view("uUlL").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    text.remove_prefix(2);
    base = 16;
  } else if (text.size() > 1 && text.front() == '0') {
    base = 8;
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return static_cast<std::int64_t>(isNegative ? 0 - value : value);
}

enum class Truth : std::uint8_t { Always, Never, Depends };

Truth truthOf(std::string_view constraint) {
  if (constraint.empty() || constraint == "true")
    return Truth::Always;
  if (constraint == "false")
    return Truth::Never;
  const std::optional<std::int64_t> number = integerFrom(withoutSpaces(constraint));
  if (!number)
    return Truth::Depends;
  return *number != 0 ? Truth::Always : Truth::Never;
}

std::string placeText(const Waypoint &waypoint) {
  return toString(SourcePosition{waypoint.at.file.empty() ? "line" : waypoint.at.file,
                                 waypoint.at.line, waypoint.at.column});
}

Unexpected refuse(const Waypoint &waypoint, const std::string &why) {
  std::string where = waypoint.writtenAt > 0
                          ? " (line " + std::to_string(waypoint.writtenAt) + " of the witness)"
                          : std::string();
  return fail(Error::Kind::Input, why + ": " + placeText(waypoint) + where);
}

class Planner {
public:
  Planner(const ViolationWitness &witness, const Program &program, WitnessPlaces &places)
      : witness_(witness), program_(program), places_(places) {
    plan_.visible.resize(program.sites().size(), false);
    for (const Function &function : program.functions())
      for (const Instruction &instruction : function.code.instructions)
        if (instruction.origin != nullptr && isSynchronisation(instruction))
          synchronisation_.push_back(
              {positionOf(*instruction.origin), &function.name, isCreation(instruction)});
  }

  Result<WitnessPlan> plan() {
    if (witness_.segments.empty())
      return fail(Error::Kind::Input, "the witness has no segments");
    if (Result<void> found = findTargets(); !found)
      return fail(std::move(found).error());
    for (std::size_t at = 0; at + 1 < witness_.segments.size(); ++at) {
      plan_.unseen += witness_.segments[at].avoid.size();
      for (const Waypoint &waypoint : witness_.segments[at].follow)
        if (Result<void> added = add(waypoint); !added)
          return fail(std::move(added).error());
    }
    return std::move(plan_);
  }

private:
  Result<void> findTargets() {
    const std::vector<Waypoint> &last = witness_.segments.back().follow;
    if (last.size() != 2 || last[0].type != WaypointType::Target ||
        last[1].type != WaypointType::Target)
      return refuse(last.front(), "the last segment does not have two targets");
    if (last[0].thread && last[0].thread == last[1].thread)
      return refuse(last[1], "both targets are of one thread");
    for (const Waypoint &target : last)
      if (!showAccesses(target))
        return refuse(target, "there is no access to memory at this place");
    plan_.first = last[0];
    plan_.second = last[1];
    return {};
  }

  /// Makes the accesses at this place visible. False if there are none. Cached, as loops pass the
  /// same place many times.
  bool showAccesses(const Waypoint &waypoint) {
    const auto [known, isNew] =
        hasAccess_.try_emplace({waypoint.type, waypoint.function, waypoint.at}, false);
    bool &any = known->second;
    if (!isNew)
      return any;
    for (const AccessSite &site : program_.sites()) {
      const LibraryFunction *call = site.call.empty() ? nullptr : findLibraryFunction(site.call);
      if ((call == nullptr || call->sync == SyncEffect::None ||
           call->sync == SyncEffect::SyncObject) &&
          places_.matches(waypoint, site.at, site.function)) {
        plan_.visible[site.id.index()] = true;
        any = true;
      }
    }
    return any;
  }

  bool synchronises(const Waypoint &waypoint, bool onlyCreations) {
    return std::any_of(synchronisation_.begin(), synchronisation_.end(),
                       [&](const SyncPlace &place) {
                         return (place.creates || !onlyCreations) &&
                                places_.matches(waypoint, place.at, *place.function);
                       });
  }

  [[nodiscard]] bool isSynchronisation(const Instruction &instruction) const {
    if (instruction.library != nullptr)
      return instruction.library->sync != SyncEffect::None &&
             instruction.library->sync != SyncEffect::SyncObject &&
             instruction.library->sync != SyncEffect::Assume;
    return instruction.op == Op::Call && instruction.callee.valid() &&
           program_.function(instruction.callee).isAtomicSection;
  }

  static bool isCreation(const Instruction &instruction) {
    return instruction.library != nullptr &&
           (instruction.library->sync == SyncEffect::CreateThread ||
            instruction.library->sync == SyncEffect::CreateC11Thread);
  }

  Result<void> add(const Waypoint &waypoint) {
    switch (waypoint.type) {
    case WaypointType::FunctionEnter:
      if (synchronises(waypoint, /*onlyCreations=*/true))
        plan_.steps.push_back({WitnessStep::Kind::Create, waypoint});
      else
        ++plan_.unseen;
      return {};
    case WaypointType::FunctionReturn:
      return addInput(waypoint);
    case WaypointType::Branching:
      ++plan_.unseen;
      return {};
    case WaypointType::Assumption:
    case WaypointType::Target:
      break;
    }
    switch (truthOf(waypoint.constraint)) {
    case Truth::Never:
      return refuse(waypoint, "the assumption '" + waypoint.constraint + "' never holds");
    case Truth::Depends:
      plan_.unevaluated.push_back(waypoint);
      break;
    case Truth::Always:
      break;
    }
    const bool hasAccess = showAccesses(waypoint);
    if (hasAccess || synchronises(waypoint, /*onlyCreations=*/false))
      plan_.steps.push_back({WitnessStep::Kind::Reach, waypoint});
    else
      ++plan_.unseen;
    return {};
  }

  Result<void> addInput(const Waypoint &waypoint) {
    if (truthOf(waypoint.constraint) == Truth::Never)
      return refuse(waypoint, "the constraint '" + waypoint.constraint + "' never holds");
    if (const auto value = resultInConstraint(waypoint.constraint))
      plan_.steps.push_back({WitnessStep::Kind::Input, waypoint, *value});
    else if (truthOf(waypoint.constraint) == Truth::Depends)
      plan_.unevaluated.push_back(waypoint);
    else
      ++plan_.unseen;
    return {};
  }

  struct SyncPlace {
    SourcePosition at;
    const std::string *function = nullptr;
    bool creates = false;
  };

  const ViolationWitness &witness_;
  const Program &program_;
  WitnessPlaces &places_;
  std::vector<SyncPlace> synchronisation_;
  std::map<std::tuple<WaypointType, std::string, SourcePosition>, bool> hasAccess_;
  WitnessPlan plan_;
};

} // namespace

std::optional<std::int64_t> resultInConstraint(std::string_view expression) {
  const std::string text = withoutSpaces(expression);
  const std::string_view whole = unwrapped(text);
  const std::size_t equals = whole.find("==");
  if (equals == std::string_view::npos)
    return std::nullopt;
  const std::string_view left = unwrapped(whole.substr(0, equals));
  const std::string_view right = unwrapped(whole.substr(equals + 2));
  if (left == "\\result")
    return integerFrom(right);
  return right == "\\result" ? integerFrom(left) : std::nullopt;
}

Result<WitnessPlan> planWitness(const ViolationWitness &witness, const Program &program,
                                WitnessPlaces &places) {
  return Planner(witness, program, places).plan();
}

} // namespace raceward
