#include "Pull.h"

#include <algorithm>
#include <string_view>
#include <thread>

namespace raceward::nats {

namespace {

/// The server reports the end of a request. Without that report the connection is lost.
constexpr std::chrono::milliseconds kGrace{1000};
/// Lifetime of a request that is renewed anyway. A new leader does not have it.
constexpr std::chrono::milliseconds kStanding{1000};
/// Interval of checks for a reconnect.
constexpr std::chrono::milliseconds kLookUp{250};
constexpr std::chrono::milliseconds kShortestPause{10};
constexpr std::chrono::milliseconds kLongestPause{1000};
constexpr std::chrono::milliseconds kShortestRequest{20};

/// "408" and the like; empty for a regular message.
std::string_view statusOf(natsMsg *message) {
  const char *status = nullptr;
  if (natsMsg_GetDataLength(message) != 0 ||
      natsMsgHeader_Get(message, "Status", &status) != NATS_OK || status == nullptr)
    return {};
  return status;
}

} // namespace

Result<std::unique_ptr<Pull>> Pull::open(std::shared_ptr<Connection> connection,
                                         const std::string &stream, const std::string &consumer) {
  const std::string inbox = connection->inboxPrefix() + connection->freshName();
  std::unique_ptr<Pull> self(
      new Pull(connection, "$JS.API.CONSUMER.MSG.NEXT." + stream + "." + consumer, inbox));
  natsSubscription *subscription = nullptr;
  if (natsConnection_SubscribeSync(&subscription, connection->raw(), (inbox + ".*").c_str()) !=
      NATS_OK)
    return fail(Error::Kind::Resource, "cannot listen to the queue");
  self->subscription_.reset(subscription);
  self->reconnects_ = connection->reconnects();
  return self;
}

Pull::~Pull() {
  natsMsg *message = nullptr;
  while (natsSubscription_NextMsg(&message, subscription_.get(), 0) == NATS_OK) {
    const MessageHandle handle(message);
    if (statusOf(message).empty() && natsMsg_GetReply(message) != nullptr)
      connection_->publish(natsMsg_GetReply(message), "-NAK");
  }
}

void Pull::ask(std::size_t messages, Wait wait, Clock::time_point until) {
  std::this_thread::sleep_until(std::min(askAgain_, until));
  if (Clock::now() < askAgain_)
    return;
  // The library would buffer it and all later ones, and send them together.
  if (natsConnection_Status(connection_->raw()) != NATS_CONN_STATUS_CONNECTED) {
    backOff(NATS_CONNECTION_DISCONNECTED);
    return;
  }
  ++asked_;
  open_ = messages;
  openUntil_ = Clock::now() + wait + kGrace;
  const std::string body =
      R"({"batch":)" + std::to_string(messages) + R"(,"expires":)" +
      std::to_string(std::chrono::duration_cast<std::chrono::nanoseconds>(wait).count()) + "}";
  natsConnection_PublishRequest(connection_->raw(), request_.c_str(),
                                (inbox_ + "." + std::to_string(asked_)).c_str(), body.data(),
                                static_cast<int>(body.size()));
}

void Pull::backOff(natsStatus status) {
  open_ = 0;
  connection_->notReached({status, jsErrCode(0)});
  pause_ = std::clamp(pause_ * 2, kShortestPause, kLongestPause);
  askAgain_ = Clock::now() + pause_;
}

Result<MessageHandle> Pull::trouble(natsStatus status) {
  backOff(status);
  if (std::optional<Error> error = connection_->hopeless({status, jsErrCode(0)}))
    return fail(std::move(*error));
  return MessageHandle();
}

Result<MessageHandle> Pull::receive(Clock::time_point until) {
  while (true) {
    const auto left =
        std::clamp(std::chrono::duration_cast<Wait>(until - Clock::now()), Wait{0}, kLookUp);
    natsMsg *message = nullptr;
    const natsStatus status = natsSubscription_NextMsg(&message, subscription_.get(), left.count());
    MessageHandle handle(message);
    if (status == NATS_TIMEOUT) {
      if (const std::uint64_t now = connection_->reconnects(); now != reconnects_) {
        reconnects_ = now; // the new server has no request
        open_ = 0;
        return MessageHandle();
      }
      if (open_ != 0 && Clock::now() >= openUntil_)
        return trouble(NATS_TIMEOUT);
      if (Clock::now() >= until)
        return MessageHandle();
      continue;
    }
    if (status != NATS_OK)
      return trouble(status);
    const std::string_view said = statusOf(message);
    if (said.empty()) {
      open_ -= std::min<std::size_t>(open_, 1);
      pause_ = {};
      connection_->reached();
      return handle;
    }
    if (natsMsg_GetSubject(message) != inbox_ + "." + std::to_string(asked_))
      continue; // the end of an earlier request
    if (said != "408" && said != "404")
      return trouble(NATS_NO_RESPONDERS);
    open_ = 0; // the server is there, and has no message
    pause_ = {};
    connection_->reached();
    return MessageHandle();
  }
}

Result<MessageHandle> Pull::one(Wait wait) {
  const auto until = Clock::now() + wait;
  // A message that came too late for the previous call.
  Result<MessageHandle> message = receive(Clock::now());
  while (message && !*message) {
    const auto left = std::chrono::duration_cast<Wait>(until - Clock::now());
    ask(1, std::clamp(left, kShortestRequest, kStanding), until);
    if (open_ != 0)
      message = receive(openUntil_);
    if (Clock::now() >= until)
      break;
  }
  return message;
}

Result<MessageHandle> Pull::next(Wait wait, std::size_t ahead) {
  const auto until = Clock::now() + wait;
  while (true) {
    if (open_ == 0)
      ask(ahead, kStanding, until);
    Result<MessageHandle> message = receive(open_ != 0 ? std::min(until, openUntil_) : until);
    if (!message || *message || Clock::now() >= until)
      return message;
  }
}

} // namespace raceward::nats
