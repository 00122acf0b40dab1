#include "QueueMessages.h"

#include "raceward/base/Json.h"
#include "raceward/base/Text.h"

namespace raceward {
namespace {

constexpr std::size_t kLongestName = 200;

/// Names of workers are shown on terminals.
std::string nameIn(const Json &value, const char *name) {
  return sanitizedUtf8(textAt(value, name).substr(0, kLongestName));
}

/// The first line, as JSON; `bytes` keeps the rest.
std::optional<Json> headOf(std::string_view &bytes) {
  const std::size_t end = bytes.find('\n');
  if (end == std::string_view::npos)
    return std::nullopt;
  Json head = Json::parse(bytes.substr(0, end));
  bytes.remove_prefix(end + 1);
  if (!head.isObject())
    return std::nullopt;
  return head;
}

} // namespace

std::string encode(const ItemMessage &message) {
  return std::string(kItemMagic) + Json{{"bundle", message.bundle}, {"id", message.id}}.dump() +
         "\n" + message.item;
}

std::optional<ItemMessage> decodeItemMessage(std::string_view bytes) {
  if (!bytes.starts_with(kItemMagic))
    return std::nullopt;
  bytes.remove_prefix(kItemMagic.size());
  const std::optional<Json> head = headOf(bytes);
  if (!head)
    return std::nullopt;
  ItemMessage message{nameIn(*head, "bundle"), nameIn(*head, "id"), std::string(bytes)};
  if (message.bundle.empty() || message.id.empty())
    return std::nullopt;
  return message;
}

std::string encode(const ResultMessage &message) {
  return Json{{"worker", sanitizedUtf8(message.worker)}, {"seconds", message.seconds}}.dump() +
         "\n" + message.result;
}

std::optional<ResultMessage> decodeResultMessage(std::string_view bytes) {
  const std::optional<Json> head = headOf(bytes);
  if (!head)
    return std::nullopt;
  const auto seconds = head->find("seconds");
  if (seconds == nullptr || !seconds->isNumber())
    return std::nullopt;
  return ResultMessage{nameIn(*head, "worker"), seconds->asDouble(), std::string(bytes)};
}

std::string encode(const WorkerNotice &notice) {
  return Json{
      {"worker", sanitizedUtf8(notice.worker)}, {"item", notice.item}, {"leaves", notice.leaves}}
      .dump();
}

std::optional<WorkerNotice> decodeNotice(std::string_view bytes) {
  const Json value = Json::parse(bytes);
  if (!value.isObject())
    return std::nullopt;
  WorkerNotice notice{nameIn(value, "worker"), nameIn(value, "item"), false};
  const auto leaves = value.find("leaves");
  notice.leaves = leaves != nullptr && leaves->isBoolean() && leaves->asBoolean();
  if (notice.worker.empty())
    return std::nullopt;
  return notice;
}

} // namespace raceward
