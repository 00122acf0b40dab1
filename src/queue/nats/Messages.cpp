#include "Messages.h"

namespace raceward::nats {

namespace {

constexpr const char *kId = "Raceward-Id";
constexpr const char *kBody = "Raceward-Body";
/// For headers, and what the server adds to them.
constexpr std::size_t kRoomForHeaders = 4096;

std::string header(natsMsg *message, const char *key) {
  const char *value = nullptr;
  if (natsMsgHeader_Get(message, key, &value) != NATS_OK || value == nullptr)
    return {};
  return value;
}

} // namespace

Result<void> Messages::send(const std::string &subject, const std::string &id,
                            const std::string &key, std::string_view body) {
  std::string blob;
  if (body.size() + kRoomForHeaders > connection_->largestMessage()) {
    blob = Names::topicOf(subject) + ".body-" + connection_->freshName();
    if (Result<void> done = blobs_->store(blob, body); !done)
      return done;
    body = {};
  }
  natsMsg *message = nullptr;
  if (natsMsg_Create(&message, subject.c_str(), nullptr, body.data(),
                     static_cast<int>(body.size())) != NATS_OK)
    return fail(Error::Kind::Resource, "no memory for a message");
  const MessageHandle handle(message);
  natsMsgHeader_Set(message, kId, id.c_str());
  if (!blob.empty())
    natsMsgHeader_Set(message, kBody, blob.c_str());
  jsPubOptions options;
  jsPubOptions_Init(&options);
  options.MsgId = key.c_str();
  return connection_->insist(
      [&] {
        Reply reply;
        reply.status =
            js_PublishMsg(nullptr, connection_->context(), message, &options, &reply.code);
        return reply;
      },
      [&] { streams_->repair(); });
}

Result<std::optional<Messages::Content>> Messages::read(natsMsg *message) {
  Content content;
  const char *reply = natsMsg_GetReply(message);
  content.acknowledge = reply != nullptr ? reply : "";
  content.topic = Names::topicOf(natsMsg_GetSubject(message));
  content.id = header(message, kId);
  if (const std::string blob = header(message, kBody); !blob.empty()) {
    std::optional<std::string> body;
    if (checkBlobName(blob)) {
      Result<std::optional<std::string>> loaded = blobs_->load(blob);
      if (!loaded)
        return fail(std::move(loaded).error());
      body = *std::move(loaded);
    }
    if (!body)
      content.id.clear();
    content.body = std::move(body).value_or("");
  } else {
    content.body.assign(natsMsg_GetData(message),
                        static_cast<std::size_t>(natsMsg_GetDataLength(message)));
  }
  if (checkId(content.id) && checkTopic(content.topic))
    return std::optional(std::move(content));
  if (!content.acknowledge.empty())
    connection_->publish(content.acknowledge, "+TERM");
  return std::optional<Content>();
}

} // namespace raceward::nats
