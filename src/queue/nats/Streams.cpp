#include "Streams.h"

#include <charconv>
#include <string_view>

namespace raceward::nats {

namespace {

using std::chrono::nanoseconds;

/// How long the data of a check that never ended stays on the server.
constexpr std::chrono::hours kLongestStay{24 * 30};

constexpr std::chrono::milliseconds kFindWait{2000};
constexpr std::chrono::seconds kStartOfServer{5};

/// 0 if there is none.
std::uint64_t numberAfter(std::string_view text, std::string_view key) {
  std::uint64_t number = 0;
  if (const std::size_t at = text.find(key); at != std::string_view::npos)
    std::from_chars(text.data() + at + key.size(), text.data() + text.size(), number);
  return number;
}

std::int64_t asNanoseconds(nanoseconds duration) {
  return duration.count();
}

} // namespace

Reply Streams::create(const std::string &stream, const std::string &subject, Keeps keeps) {
  Reply reply;
  jsStreamInfo *info = nullptr;
  reply.status =
      js_GetStreamInfo(&info, connection_->context(), stream.c_str(), nullptr, &reply.code);
  jsStreamInfo_Destroy(info);
  if (reply.code != JSStreamNotFoundErr)
    return reply;

  const QueueSettings &settings = connection_->settings();
  const char *subjects[] = {subject.c_str()};
  jsStreamConfig config;
  jsStreamConfig_Init(&config);
  config.Name = stream.c_str();
  config.Subjects = static_cast<const char **>(subjects);
  config.SubjectsLen = 1;
  config.Storage = js_FileStorage;
  config.Replicas = settings.replicas;
  config.MaxAge = asNanoseconds(kLongestStay);
  if (keeps == Keeps::UntilTaken) {
    config.Retention = js_WorkQueuePolicy;
    config.Duplicates = asNanoseconds(settings.patience);
  } else {
    config.MaxMsgsPerSubject = 1;
  }
  info = nullptr;
  reply = {};
  reply.status = js_AddStream(&info, connection_->context(), &config, nullptr, &reply.code);
  jsStreamInfo_Destroy(info);
  if (reply.code == JSStreamNameExistErr) // another process was faster, with other replicas
    return {};
  return reply;
}

Reply Streams::createConsumer(const std::string &stream, const std::string &name,
                              const std::string &subject) {
  const std::int64_t patience = asNanoseconds(connection_->settings().patience);
  Reply reply;
  jsConsumerInfo *info = nullptr;
  reply.status = js_GetConsumerInfo(&info, connection_->context(), stream.c_str(), name.c_str(),
                                    nullptr, &reply.code);
  const bool asWanted = info != nullptr && info->Config->AckWait == patience;
  jsConsumerInfo_Destroy(info);
  if (asWanted || (reply.status != NATS_OK && reply.code != JSConsumerNotFoundErr))
    return reply;

  jsConsumerConfig config;
  jsConsumerConfig_Init(&config);
  config.Durable = name.c_str();
  config.AckPolicy = js_AckExplicit;
  config.AckWait = patience;
  config.MaxDeliver = -1;
  config.MaxAckPending = -1;
  config.MaxWaiting = 1 << 16; // workers
  if (!subject.empty())
    config.FilterSubject = subject.c_str();
  info = nullptr;
  reply = {};
  reply.status =
      js_AddConsumer(&info, connection_->context(), stream.c_str(), &config, nullptr, &reply.code);
  jsConsumerInfo_Destroy(info);
  return reply;
}

Reply Streams::createAll() {
  Reply reply = create(names_.workStream(), names_.work("*"), Keeps::UntilTaken);
  if (reply.status == NATS_OK)
    reply = create(names_.answerStream(), names_.answers("*"), Keeps::UntilTaken);
  if (reply.status == NATS_OK)
    reply = create(names_.blobStream(), names_.allBlobs(), Keeps::LastOfEach);
  return reply;
}

Result<void> Streams::setUp() {
  const auto begin = std::chrono::steady_clock::now();
  return connection_->insist([&] {
    Reply reply = createAll();
    // There is no responder, and not only because the server has just been started.
    if (reply.status == NATS_NO_RESPONDERS &&
        std::chrono::steady_clock::now() - begin > kStartOfServer)
      reply = {NATS_NO_SERVER_SUPPORT, JSNotEnabledErr};
    return reply;
  });
}

void Streams::repair() {
  if (createAll().status == NATS_OK)
    createConsumer(names_.workStream(), Names::workers(), "");
  connection_->forgive(); // a process without permission waits for one that has it
}

void Streams::repairReader(const std::string &topic) {
  createConsumer(names_.answerStream(), Names::reader(topic), names_.answers(topic));
}

Result<void> Streams::setUpWorkers() {
  return connection_->insist(
      [&] { return createConsumer(names_.workStream(), Names::workers(), ""); });
}

Result<void> Streams::setUpReader(const std::string &topic) {
  return connection_->insist(
      [&] {
        return createConsumer(names_.answerStream(), Names::reader(topic), names_.answers(topic));
      },
      [&] { repair(); });
}

Result<void> Streams::removeReader(const std::string &topic) {
  return connection_->insist([&] {
    Reply reply;
    reply.status = js_DeleteConsumer(connection_->context(), names_.answerStream().c_str(),
                                     Names::reader(topic).c_str(), nullptr, &reply.code);
    if (reply.code == JSConsumerNotFoundErr || reply.code == JSStreamNotFoundErr)
      reply = {};
    return reply;
  });
}

// The library has no call for it, and the one for the last message of a subject finds nothing in
// 2.9.10 after the last was deleted.
Reply Streams::find(const std::string &stream, const std::string &subject, std::uint64_t from,
                    std::uint64_t &found) {
  found = 0;
  const std::string request =
      R"({"seq":)" + std::to_string(from) + R"(,"next_by_subj":")" + subject + R"("})";
  natsMsg *message = nullptr;
  Reply reply;
  reply.status = natsConnection_RequestString(&message, connection_->raw(),
                                              ("$JS.API.STREAM.MSG.GET." + stream).c_str(),
                                              request.c_str(), kFindWait.count());
  const MessageHandle handle(message);
  if (reply.status != NATS_OK)
    return reply;
  const std::string_view text(natsMsg_GetData(message),
                              static_cast<std::size_t>(natsMsg_GetDataLength(message)));
  reply.code = static_cast<jsErrCode>(numberAfter(text, R"("err_code":)"));
  if (reply.code == JSNoMessageFoundErr || reply.code == JSStreamNotFoundErr)
    return {};
  if (reply.code != 0)
    reply.status = NATS_ERR;
  else
    found = numberAfter(text, R"("seq":)");
  return reply;
}

Result<void> Streams::remove(const std::string &stream, const std::string &subject) {
  std::uint64_t next = 1;
  while (true) {
    std::uint64_t found = 0;
    Result<void> done = connection_->insist([&] { return find(stream, subject, next, found); });
    if (!done || found == 0)
      return done;
    done = connection_->insist([&] {
      Reply reply;
      reply.status =
          js_DeleteMsg(connection_->context(), stream.c_str(), found, nullptr, &reply.code);
      // A worker took it meanwhile.
      if (reply.code == JSSequenceNotFoundErr || reply.code == JSNoMessageFoundErr ||
          reply.code == JSStreamMsgDeleteFailed)
        reply = {};
      return reply;
    });
    if (!done)
      return done;
    next = found + 1;
  }
}

Result<void> Streams::purge(const std::string &stream, const std::string &subject) {
  return connection_->insist([&] {
    jsOptions options;
    jsOptions_Init(&options);
    options.Stream.Purge.Subject = subject.c_str();
    Reply reply;
    reply.status = js_PurgeStream(connection_->context(), stream.c_str(), &options, &reply.code);
    if (reply.code == JSStreamNotFoundErr)
      reply = {};
    return reply;
  });
}

} // namespace raceward::nats
