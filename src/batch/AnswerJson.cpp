#include "AnswerJson.h"

namespace raceward::batch {

using nlohmann::json;

std::string compact(const json &value) {
  // Names may be any bytes; dump() throws on invalid UTF-8 unless asked to replace it.
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

double numberAt(const json &object, const char *key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_number() ? at->get<double>() : 0.0;
}

std::uint64_t countAt(const json &object, const char *key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_number_unsigned() ? at->get<std::uint64_t>() : 0;
}

json jsonFrom(const BatchAnswer &answer) {
  json object{{"verdict", toText(answer.verdict)},
              {"basis", toText(answer.basis)},
              {"cpu_s", answer.cpuSeconds},
              {"wall_s", answer.wallSeconds},
              {"memory_bytes", answer.peakBytes}};
  if (!answer.witness.empty())
    object["witness"] = answer.witness;
  if (answer.reason)
    object["reason"] = json{{"kind", answer.reason->kind},
                            {"message", answer.reason->message},
                            {"file", answer.reason->file},
                            {"line", answer.reason->line}};
  return object;
}

std::optional<BatchAnswer> answerFrom(const json &object) {
  if (!object.is_object())
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
  if (const auto reason = object.find("reason"); reason != object.end() && reason->is_object())
    answer.reason = BatchReason{textAt(*reason, "kind"), textAt(*reason, "message"),
                                textAt(*reason, "file"), countAt(*reason, "line")};
  return answer;
}

} // namespace raceward::batch
