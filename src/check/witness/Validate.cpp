#include "raceward/check/Validate.h"

#include "FollowWitness.h"
#include "child/LoadInChild.h"
#include "raceward/base/File.h"
#include "raceward/base/Sha256.h"
#include "raceward/check/Child.h"
#include "raceward/check/Pipeline.h"
#include "raceward/check/VisibleSites.h"

#include <algorithm>
#include <array>

namespace raceward {

namespace {

constexpr double kDefaultSeconds = 30;
/// Share of the time limit, so that there is an answer before it.
constexpr double kShareOfLimit = 0.8;

Validation notConfirmed(std::string reason) {
  return {Validation::Answer::NotConfirmed, std::move(reason), {}};
}

/// Judges the metadata of the witness; nothing if it may be about this program.
Result<std::optional<Validation>> judgeMetadata(const CheckRequest &request,
                                                const ViolationWitness &witness) {
  if (!witness.specification.empty() &&
      witness.specification.find("data-race") == std::string::npos)
    return std::optional(
        notConfirmed("the witness is about another property: '" + witness.specification + "'"));
  const std::string_view model = request.load.dataModel == DataModel::LP64 ? "LP64" : "ILP32";
  if (!witness.dataModel.empty() && witness.dataModel != model)
    return std::optional(notConfirmed("the witness is for the data model " + witness.dataModel));
  for (const std::string &file : request.load.files) {
    const Result<std::string> content = readFile(file);
    if (!content)
      return fail(content.error());
    const std::string hash = sha256(*content);
    const bool isKnown =
        std::any_of(witness.files.begin(), witness.files.end(), [&](const WitnessFile &each) {
          return each.sha256.empty() || each.sha256 == hash;
        });
    if (!witness.files.empty() && !isKnown)
      return std::optional(notConfirmed("the witness is about another program: its hash is not "
                                        "that of '" +
                                        file + "'"));
  }
  return std::optional<Validation>();
}

/// Accesses that no prover could clear, and those that the witness names.
std::vector<bool> accessesToStopAt(const Program &program, const std::vector<bool> &named) {
  const Facts facts(program);
  SuspectSet suspects = findSuspects(facts);
  for (const Prover &prover : allProvers())
    prover.run(facts, suspects);
  std::vector<bool> visible = visibleSites(program, suspects);
  for (std::size_t site = 0; site < visible.size(); ++site)
    if (named[site])
      visible[site] = true;
  return visible;
}

Result<Validation> validateInChild(const Program &program, const CheckRequest &request,
                                   const ViolationWitness &witness, const WireSend &send) {
  WitnessPlaces places(request.load.files);
  Result<WitnessPlan> plan = planWitness(witness, program, places);
  if (!plan)
    return notConfirmed(plan.error().message);
  send(WireProgress{"finding threads and shared memory"});
  FollowTask task;
  task.visible = accessesToStopAt(program, plan->visible);
  task.plan = std::move(*plan);
  task.model = request.model;
  task.machine.failingAllocation = request.explore.failingAllocation;
  task.seconds =
      request.timeLimitSeconds ? kShareOfLimit * *request.timeLimitSeconds : kDefaultSeconds;
  send(WireProgress{"following the witness"});
  return followWitness(program, std::move(task), places);
}

} // namespace

Result<Validation> runValidation(const CheckRequest &request, const ViolationWitness &witness,
                                 const CheckEvents &events) {
  Result<std::optional<Validation>> judged = judgeMetadata(request, witness);
  if (!judged)
    return fail(std::move(judged).error());
  if (*judged)
    return std::move(**judged);
  std::optional<Validation> answer;
  std::optional<Error> error;
  const ProcessLimits limits{request.timeLimitSeconds, request.memoryLimitBytes};
  const Result<ChildEnd> end = runChild(
      [&](const WireSend &send) {
        CheckStats stats;
        const Program *program = loadInChild(request, send, stats);
        if (program == nullptr)
          return;
        Result<Validation> validation = validateInChild(*program, request, witness, send);
        if (validation)
          send(*validation);
        else
          send(validation.error());
      },
      limits, events,
      [&](WireMessage &&message) {
        if (auto *validation = std::get_if<Validation>(&message))
          answer = std::move(*validation);
        else if (auto *reason = std::get_if<Error>(&message))
          error = std::move(*reason);
      });
  if (!end)
    return fail(end.error());
  if (error && error->kind != Error::Kind::Resource)
    return fail(std::move(*error));
  // An answer counts only from a child that ended well.
  if (end->process.succeeded() && answer)
    return std::move(*answer);
  return Validation{Validation::Answer::Unknown,
                    error ? error->message : interruptionFrom(*end, limits).message,
                    {}};
}

} // namespace raceward
