#include "AnswerJson.h"

namespace raceward::batch {

// Names may be any bytes; dump() throws on invalid UTF-8 unless asked to replace it.
std::string compact(const Json &value) {
  return value.dump();
}

double numberAt(const Json &object, const char *key) {
  const auto at = object.find(key);
  return at != nullptr && at->isNumber() ? at->asDouble() : 0.0;
}

std::uint64_t countAt(const Json &object, const char *key) {
  const auto at = object.find(key);
  return at != nullptr && at->isUnsigned() ? at->asUnsigned() : 0;
}

Json jsonFrom(const BatchAnswer &answer) {
  Json object{{"verdict", toText(answer.verdict)},
              {"basis", toText(answer.basis)},
              {"cpu_s", answer.cpuSeconds},
              {"wall_s", answer.wallSeconds},
              {"memory_bytes", answer.peakBytes}};
  if (!answer.witness.empty())
    object["witness"] = answer.witness;
  if (answer.reason)
    object["reason"] = Json{{"kind", answer.reason->kind},
                            {"message", answer.reason->message},
                            {"file", answer.reason->file},
                            {"line", answer.reason->line}};
  return object;
}

std::optional<BatchAnswer> answerFrom(const Json &object) {
  if (!object.isObject())
    return std::nullopt;
  const auto verdict = parseVerdict(textAt(object, "verdict"));
  if (!verdict)
    return std::nullopt;
  BatchAnswer answer;
  answer.verdict = *verdict;
  answer.basis = parseBasis(textAt(object, "basis"));
  answer.witness = textAt(object, "witness");
  answer.cpuSeconds = numberAt(object, "cpu_s");
  answer.wallSeconds = numberAt(object, "wall_s");
  answer.peakBytes = countAt(object, "memory_bytes");
  if (const auto reason = object.find("reason"); reason != nullptr && reason->isObject())
    answer.reason = BatchReason{textAt(*reason, "kind"), textAt(*reason, "message"),
                                textAt(*reason, "file"), countAt(*reason, "line")};
  return answer;
}

} // namespace raceward::batch
