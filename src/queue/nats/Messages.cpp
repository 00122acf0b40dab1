#include "Messages.h"

namespace raceward::nats {

namespace {

constexpr const char *kId = "Raceward-Id";
constexpr const char *kBody = "Raceward-Body";
/// For headers, including those that the server adds.
constexpr std::size_t kRoomForHeaders = 4096;
constexpr std::chrono::milliseconds kTogetherWait{2000};

std::string header(natsMsg *message, const char *key) {
  const char *value = nullptr;
  if (natsMsgHeader_Get(message, key, &value) != NATS_OK || value == nullptr)
    return {};
  return value;
}

} // namespace

Result<MessageHandle> Messages::make(const std::string &subject, const Outgoing &outgoing) {
  std::string blob;
  std::string_view body = outgoing.body;
  if (body.size() + kRoomForHeaders > connection_->largestMessage()) {
    blob = Names::topicOf(subject) + ".body-" + connection_->freshName();
    if (Result<void> done = blobs_->store(blob, body); !done)
      return fail(std::move(done).error());
    body = {};
  }
  natsMsg *message = nullptr;
  if (natsMsg_Create(&message, subject.c_str(), nullptr, body.data(),
                     static_cast<int>(body.size())) != NATS_OK)
    return fail(Error::Kind::Resource, "no memory for a message");
  MessageHandle handle(message);
  natsMsgHeader_Set(message, kId, outgoing.id.c_str());
  if (!blob.empty())
    natsMsgHeader_Set(message, kBody, blob.c_str());
  return handle;
}

Result<void> Messages::send(const std::string &subject, const Outgoing &outgoing) {
  const Result<MessageHandle> message = make(subject, outgoing);
  if (!message)
    return fail(message.error());
  jsPubOptions options;
  jsPubOptions_Init(&options);
  options.MsgId = outgoing.key.c_str();
  return connection_->insist(
      [&] {
        Reply reply;
        reply.status =
            js_PublishMsg(nullptr, connection_->context(), message->get(), &options, &reply.code);
        return reply;
      },
      [&] { streams_->repair(); });
}

Result<void> Messages::sendAll(const std::string &subject, const std::vector<Outgoing> &all) {
  if (all.empty())
    return {};
  if (all.size() == 1)
    return send(subject, all.front());
  std::vector<MessageHandle> messages;
  for (const Outgoing &outgoing : all) {
    Result<MessageHandle> message = make(subject, outgoing);
    if (!message)
      return fail(std::move(message).error());
    messages.push_back(*std::move(message));
  }
  if (sendTogether(std::move(messages), all)) {
    connection_->reached();
    return {};
  }
  // One by one, with full error handling. Stored messages are not stored again.
  for (const Outgoing &outgoing : all)
    if (Result<void> sent = send(subject, outgoing); !sent)
      return sent;
  return {};
}

bool Messages::sendTogether(std::vector<MessageHandle> messages, const std::vector<Outgoing> &all) {
  const std::uint64_t refusalsBefore = Connection::refusals();
  jsPubOptions options;
  natsStatus status = NATS_OK;
  for (std::size_t i = 0; i < messages.size() && status == NATS_OK; ++i) {
    jsPubOptions_Init(&options);
    options.MsgId = all[i].key.c_str();
    natsMsg *message = messages[i].release();
    status = js_PublishMsgAsync(connection_->context(), &message, &options);
    messages[i].reset(message); // the library owns it, unless it failed
  }
  jsPubOptions_Init(&options);
  options.MaxWait = kTogetherWait.count();
  if (status == NATS_OK)
    status = js_PublishAsyncComplete(connection_->context(), &options);
  if (status != NATS_OK) {
    natsMsgList unconfirmed{};
    if (js_PublishAsyncGetPendingList(&unconfirmed, connection_->context()) == NATS_OK)
      natsMsgList_Destroy(&unconfirmed);
  }
  return status == NATS_OK && Connection::refusals() == refusalsBefore;
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
