#include "SearchBundle.h"

#include "SearchIdentity.h"
#include "WorkerOptions.h"
#include "raceward/base/Json.h"
#include "raceward/program/Bundle.h"

namespace raceward {
namespace {

constexpr const char *kMagic = "raceward-bundle 1";

/// A member that is a number, below the limit.
std::optional<std::uint64_t> numberIn(const Json &value, const char *name, std::uint64_t limit) {
  const auto at = value.find(name);
  if (at == nullptr || !at->isUnsigned() || at->asUnsigned() >= limit)
    return std::nullopt;
  return at->asUnsigned();
}

} // namespace

Result<std::string> encodeBundle(const Program &program, const ExploreTask &task) {
  if (program.linkedBitcode().empty())
    return fail(Error::Kind::Internal, "the program has not kept its bitcode");
  const Result<std::string> build = buildName();
  if (!build)
    return fail(build.error());
  std::string visible;
  for (const bool bit : task.visible)
    visible.push_back(bit ? '1' : '0');
  Json head{{"magic", kMagic},
            {"version", *build},
            {"program", programHash(program)},
            {"visible", visible}};
  forEachWorkerOption(task, [&](const char *key, std::string_view /*name*/, auto value,
                                ForWorkers /*when*/) { head[key] = static_cast<unsigned>(value); });
  return head.dump() + "\n" + program.linkedBitcode();
}

Result<SearchBundle> decodeBundle(std::string_view bytes) {
  const std::size_t end = bytes.find('\n');
  const Json head = Json::parse(bytes.substr(0, end));
  if (end == std::string_view::npos || !head.isObject() || textAt(head, "magic") != kMagic)
    return fail(Error::Kind::Input, "the received data is not a search");
  const Result<std::string> build = buildName();
  if (!build)
    return fail(build.error());
  if (textAt(head, "version") != *build)
    return fail(Error::Kind::Input, "the search is of another build of raceward",
                "use the same build of raceward everywhere");
  ExploreTask task;
  bool complete = true;
  forEachWorkerOption(
      task, [&](const char *key, std::string_view /*name*/, auto &value, ForWorkers /*when*/) {
        const auto number = numberIn(head, key, limitOf(value));
        complete = complete && number;
        value = static_cast<std::decay_t<decltype(value)>>(number.value_or(0));
      });
  if (!complete)
    return fail(Error::Kind::Input, "the search lacks some of its options");
  task.machine.failingAllocation = task.options.failingAllocation;
  for (const char bit : textAt(head, "visible"))
    task.visible.push_back(bit == '1');
  Result<Program> program = programFromBitcode(std::string(bytes.substr(end + 1)));
  if (!program)
    return fail(program.error());
  if (programHash(*program) != textAt(head, "program") ||
      program->sites().size() != task.visible.size())
    return fail(Error::Kind::Input, "the program was damaged on the way");
  return SearchBundle{std::move(*program), std::move(task)};
}

} // namespace raceward
