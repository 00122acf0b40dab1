#include "RunJson.h"

#include "raceward/base/Text.h"

namespace raceward {

Json text(std::string_view value) {
  return sanitizedUtf8(value);
}

Json textOrNull(std::string_view value) {
  return value.empty() ? Json(nullptr) : text(value);
}

void putPosition(Json &into, const SourcePosition &at) {
  into["file"] = at.known() ? text(at.file) : Json(nullptr);
  into["line"] = at.known() ? Json(at.line) : Json(nullptr);
  into["column"] = at.known() && at.column != 0 ? Json(at.column) : Json(nullptr);
}

Json accessOf(const AccessSite &site, std::string_view thread) {
  Json access = Json::object();
  putPosition(access, site.at);
  access["function"] = textOrNull(site.function);
  access["thread"] = textOrNull(thread);
  access["kind"] = toString(site.kind);
  access["expression"] = textOrNull(site.name);
  access["atomic"] = isAtomic(site) ? Json(toString(site.order)) : Json(nullptr);
  access["call"] = textOrNull(site.call);
  return access;
}

Json inputsOf(const std::vector<GivenInput> &inputs) {
  Json list = Json::array();
  for (const GivenInput &input : inputs) {
    Json given = Json::object();
    given["source"] = textOrNull(input.source);
    putPosition(given, input.at);
    given["bits"] = input.bits;
    given["value"] = text(input.value);
    given["thread"] = input.thread;
    given["after_step"] = input.afterStep;
    list.push_back(std::move(given));
  }
  return list;
}

Json callersOf(const std::vector<Caller> &callers) {
  Json calls = Json::array();
  for (const Caller &caller : callers) {
    Json call = Json::object();
    call["function"] = textOrNull(caller.function);
    putPosition(call, caller.at);
    calls.push_back(std::move(call));
  }
  return calls;
}

namespace {

Json numberOrNull(const std::optional<std::uint32_t> &number) {
  return number ? Json(*number) : Json(nullptr);
}

Json threadsOf(const Evidence &run) {
  Json threads = Json::array();
  for (std::size_t number = 0; number < run.threads.size(); ++number) {
    const EvidenceThread &thread = run.threads[number];
    Json json = Json::object();
    json["thread"] = number;
    json["function"] = textOrNull(thread.function);
    json["created_by"] = numberOrNull(thread.creator);
    putPosition(json, thread.createdAt);
    threads.push_back(std::move(json));
  }
  return threads;
}

Json memoryOf(const std::vector<EvidenceAccess> &accesses) {
  Json list = Json::array();
  for (const EvidenceAccess &access : accesses)
    list.push_back(Json{{"object", access.object},
                        {"offset", access.offset},
                        {"bytes", access.bytes},
                        {"writes", access.writes},
                        {"value", textOrNull(access.value)}});
  return list;
}

Json stepsOf(const Evidence &run) {
  Json steps = Json::array();
  for (const EvidenceStep &step : run.steps) {
    Json json = Json::object();
    json["thread"] = step.thread;
    json["action"] = toString(step.action);
    json["object"] = textOrNull(step.object);
    json["target"] = numberOrNull(step.target);
    putPosition(json, step.at);
    json["function"] = textOrNull(step.function);
    json["outcome"] = step.outcome;
    json["call"] = textOrNull(step.call);
    json["called_from"] = callersOf(step.calledFrom);
    json["accesses"] = memoryOf(step.accesses);
    json["meeting"] = numberOrNull(step.meeting);
    json["after"] = step.after;
    steps.push_back(std::move(json));
  }
  return steps;
}

} // namespace

Json runOf(const Evidence &run) {
  if (run.steps.empty())
    return nullptr;
  Json json = Json::object();
  json["threads"] = threadsOf(run);
  json["inputs"] = inputsOf(run.inputs);
  json["steps"] = stepsOf(run);
  json["racing_steps"] = Json::array({run.firstAccess, run.steps.size() - 1});
  return json;
}

std::string printed(const Json &document) {
  constexpr int kIndent = 2;
  return document.print(kIndent) + "\n";
}

} // namespace raceward
