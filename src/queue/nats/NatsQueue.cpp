// The queue over NATS JetStream. docs/use/queue.md says what is stored where.
//
// Work and answers are streams with explicit acknowledgement: +ACK removes a message, -NAK or a
// timeout (the patience) delivers it again, +WPI extends the time. All workers share one consumer
// of the work stream; each topic has a consumer of its answers. Blobs are a stream that keeps the
// last message of each subject. Notices are plain NATS messages.
//
// Connection retries, Streams creates (and after a loss re-creates) streams and consumers, Messages
// and Blobs encode, Pull receives. Work is taken one message at a time, so that a worker holds no
// work that another could do; answers are fetched ahead.
#include "raceward/queue/Queue.h"

#include "Blobs.h"
#include "Connection.h"
#include "Messages.h"
#include "Names.h"
#include "Pull.h"
#include "Streams.h"

#include <algorithm>
#include <map>
#include <utility>

namespace raceward {

namespace nats {
namespace {

class NatsDelivery final : public Delivery {
public:
  NatsDelivery(std::shared_ptr<Connection> connection, Messages::Content content)
      : connection_(std::move(connection)), content_(std::move(content)) {}

  [[nodiscard]] const std::string &topic() const override { return content_.topic; }
  [[nodiscard]] const std::string &id() const override { return content_.id; }
  [[nodiscard]] const std::string &body() const override { return content_.body; }
  void done() override { connection_->publish(content_.acknowledge, "+ACK"); }
  void giveBack() override { connection_->publish(content_.acknowledge, "-NAK"); }
  void stillAtWork() override { connection_->publish(content_.acknowledge, "+WPI"); }

private:
  std::shared_ptr<Connection> connection_;
  Messages::Content content_;
};

class NatsAnswer final : public QueueAnswer {
public:
  NatsAnswer(std::shared_ptr<Connection> connection, Messages::Content content)
      : connection_(std::move(connection)), content_(std::move(content)) {}

  [[nodiscard]] const std::string &id() const override { return content_.id; }
  [[nodiscard]] const std::string &body() const override { return content_.body; }
  void stored() override { connection_->publish(content_.acknowledge, "+ACK"); }

private:
  std::shared_ptr<Connection> connection_;
  Messages::Content content_;
};

class NatsQueue final : public Queue {
public:
  explicit NatsQueue(std::shared_ptr<Connection> connection)
      : connection_(std::move(connection)), names_(connection_->settings().space),
        streams_(connection_, names_), blobs_(connection_, names_, streams_),
        messages_(connection_, names_, streams_, blobs_), life_(connection_->freshName()) {}

  ~NatsQueue() override {
    work_.reset();
    answers_.clear();
    // Flushes the last acknowledgements.
    natsConnection_FlushTimeout(connection_->raw(), kFarewell.count());
  }

  Result<void> setUp() {
    if (Result<void> done = checkTopic(connection_->settings().space); !done)
      return done;
    if (Result<void> done = streams_.setUp(); !done)
      return done;
    if (Result<void> done = streams_.setUpWorkers(); !done)
      return done;
    natsSubscription *subscription = nullptr;
    if (natsConnection_SubscribeSync(&subscription, connection_->raw(),
                                     names_.notice("*").c_str()) != NATS_OK)
      return fail(Error::Kind::Resource, "cannot listen to the queue");
    notices_.reset(subscription);
    // Limits the notices that are kept for a process that does not listen.
    natsSubscription_SetPendingLimits(subscription, kNoticesKept, kNoticeBytesKept);
    // Waits until the subscription is active.
    return connection_->insist(
        [&] { return Reply{natsConnection_FlushTimeout(connection_->raw(), kHello.count())}; });
  }

  Result<void> offer(const std::string &topic, const std::string &id,
                     std::string_view body) override {
    if (Result<void> done = check(topic, id); !done)
      return done;
    return messages_.send(names_.work(topic), {id, keyOf(topic, id), body});
  }

  Result<void> offerAll(const std::string &topic, const std::vector<WorkOffer> &offers) override {
    std::vector<Messages::Outgoing> all;
    for (const WorkOffer &offer : offers) {
      if (Result<void> done = check(topic, offer.id); !done)
        return done;
      all.push_back({offer.id, keyOf(topic, offer.id), offer.body});
    }
    return messages_.sendAll(names_.work(topic), all);
  }

  Result<std::unique_ptr<Delivery>> take(Wait wait) override {
    if (!work_) {
      Result<std::unique_ptr<Pull>> pull =
          Pull::open(connection_, names_.workStream(), Names::workers());
      if (!pull)
        return fail(std::move(pull).error());
      work_ = *std::move(pull);
    }
    const auto until = std::chrono::steady_clock::now() + wait;
    while (true) {
      const auto left = std::chrono::duration_cast<Wait>(until - std::chrono::steady_clock::now());
      Result<MessageHandle> message = work_->one(std::max(left, Wait{0}));
      if (!message)
        return fail(std::move(message).error());
      repairIfNeeded();
      if (!*message)
        return std::unique_ptr<Delivery>();
      Result<std::optional<Messages::Content>> content = messages_.read(message->get());
      if (!content)
        return fail(std::move(content).error());
      if (*content)
        return std::unique_ptr<Delivery>(
            std::make_unique<NatsDelivery>(connection_, **std::move(content)));
    }
  }

  Result<void> withdraw(const std::string &topic) override {
    if (Result<void> done = checkTopic(topic); !done)
      return done;
    life_ = connection_->freshName();
    return streams_.remove(names_.workStream(), names_.work(topic));
  }

  Result<void> answer(const std::string &topic, const std::string &id,
                      std::string_view body) override {
    if (Result<void> done = check(topic, id); !done)
      return done;
    // Each answer is stored: an earlier one may have been cleared.
    return messages_.send(names_.answers(topic), {id, connection_->freshName(), body});
  }

  Result<std::vector<std::unique_ptr<QueueAnswer>>> answers(const std::string &topic,
                                                            std::size_t most, Wait wait) override {
    if (Result<void> done = checkTopic(topic); !done)
      return fail(std::move(done).error());
    Result<Pull *> pull = readerOf(topic);
    if (!pull)
      return fail(std::move(pull).error());
    std::vector<std::unique_ptr<QueueAnswer>> answers;
    while (answers.size() < most) {
      Result<MessageHandle> message =
          (*pull)->next(answers.empty() ? wait : Wait{0}, kAnswersAhead);
      if (!message)
        return fail(std::move(message).error());
      if (!*message)
        break;
      Result<std::optional<Messages::Content>> content = messages_.read(message->get());
      if (!content)
        return fail(std::move(content).error());
      if (*content)
        answers.push_back(std::make_unique<NatsAnswer>(connection_, **std::move(content)));
    }
    repairIfNeeded();
    return answers;
  }

  Result<void> clear(const std::string &topic) override {
    if (Result<void> done = withdraw(topic); !done)
      return done;
    answers_.erase(topic);
    if (Result<void> done = streams_.removeReader(topic); !done)
      return done;
    if (Result<void> done = streams_.remove(names_.answerStream(), names_.answers(topic)); !done)
      return done;
    return streams_.purge(names_.blobStream(), names_.blobsBelow(topic));
  }

  Result<void> store(const std::string &name, std::string_view bytes) override {
    if (Result<void> done = checkBlobName(name); !done)
      return done;
    return blobs_.store(name, bytes);
  }

  Result<std::optional<std::string>> load(const std::string &name) override {
    if (Result<void> done = checkBlobName(name); !done)
      return fail(std::move(done).error());
    return blobs_.load(name);
  }

  void tell(const std::string &topic, std::string_view body) override {
    if (checkTopic(topic))
      connection_->publish(names_.notice(topic), body);
  }

  std::optional<Notice> hear(Wait wait) override {
    natsMsg *message = nullptr;
    natsSubscription_NextMsg(&message, notices_.get(), wait.count());
    const MessageHandle handle(message);
    if (!handle || !checkTopic(Names::topicOf(natsMsg_GetSubject(message))))
      return std::nullopt;
    return Notice{Names::topicOf(natsMsg_GetSubject(message)),
                  std::string(natsMsg_GetData(message),
                              static_cast<std::size_t>(natsMsg_GetDataLength(message)))};
  }

private:
  static constexpr std::chrono::milliseconds kHello{2000};
  static constexpr std::chrono::milliseconds kFarewell{500};
  static constexpr std::chrono::seconds kRepairAfter{15};
  static constexpr int kNoticesKept = 10000;
  static constexpr int kNoticeBytesKept = 16 << 20;
  static constexpr std::size_t kAnswersAhead = 256;

  static Result<void> check(const std::string &topic, const std::string &id) {
    if (Result<void> done = checkTopic(topic); !done)
      return done;
    return checkId(id);
  }

  /// A duplicate only within one life: earlier offers, or those of others, may be gone.
  [[nodiscard]] std::string keyOf(const std::string &topic, const std::string &id) const {
    return life_ + "." + topic + "." + id;
  }

  Result<Pull *> readerOf(const std::string &topic) {
    std::unique_ptr<Pull> &reader = answers_[topic];
    if (!reader) {
      if (Result<void> done = streams_.setUpReader(topic); !done)
        return fail(std::move(done).error());
      Result<std::unique_ptr<Pull>> pull =
          Pull::open(connection_, names_.answerStream(), Names::reader(topic));
      if (!pull)
        return fail(std::move(pull).error());
      reader = *std::move(pull);
    }
    return reader.get();
  }

  /// A restarted server may have lost the streams.
  void repairIfNeeded() {
    if (connection_->silence() < kRepairAfter || std::chrono::steady_clock::now() < nextRepair_)
      return;
    nextRepair_ = std::chrono::steady_clock::now() + kRepairAfter;
    streams_.repair();
    for (const auto &[topic, reader] : answers_)
      streams_.repairReader(topic);
  }

  std::shared_ptr<Connection> connection_;
  Names names_;
  Streams streams_;
  Blobs blobs_;
  Messages messages_;
  std::string life_; ///< duplicates are detected within one life
  std::unique_ptr<Pull> work_;
  std::map<std::string, std::unique_ptr<Pull>> answers_; ///< by topic
  SubscriptionHandle notices_;
  std::chrono::steady_clock::time_point nextRepair_;
};

} // namespace
} // namespace nats

bool canConnect() {
  return true;
}

Result<std::unique_ptr<Queue>> connect(const QueueSettings &settings) {
  Result<std::shared_ptr<nats::Connection>> connection = nats::Connection::open(settings);
  if (!connection)
    return fail(std::move(connection).error());
  auto queue = std::make_unique<nats::NatsQueue>(*connection);
  if (Result<void> done = queue->setUp(); !done) {
    if (settings.awaitsSetUp && (*connection)->wasForbidden())
      return std::unique_ptr<Queue>();
    return fail(std::move(done).error());
  }
  return std::unique_ptr<Queue>(std::move(queue));
}

} // namespace raceward
