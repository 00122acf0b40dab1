// Pull: receives messages of a consumer, as many as were requested.
//
// A plain subscription, and requests to the server. The library's own fetch writes past its array
// when messages of an earlier request arrive late; here they are simply the next.
#pragma once

#include "Connection.h"

#include <chrono>
#include <memory>
#include <string>

namespace raceward::nats {

class Pull {
public:
  using Wait = std::chrono::milliseconds;

  static Result<std::unique_ptr<Pull>> open(std::shared_ptr<Connection> connection,
                                            const std::string &stream, const std::string &consumer);
  /// Gives unused messages back to the server.
  ~Pull();
  Pull(const Pull &) = delete;
  Pull &operator=(const Pull &) = delete;

  /// One message; afterwards no other is on its way, as far as is known. Null: none in that time.
  Result<MessageHandle> one(Wait wait);
  /// The next message of a stream that is requested ahead, up to `ahead` messages.
  Result<MessageHandle> next(Wait wait, std::size_t ahead);

private:
  Pull(std::shared_ptr<Connection> connection, std::string request, std::string inbox)
      : connection_(std::move(connection)), request_(std::move(request)), inbox_(std::move(inbox)) {
  }

  using Clock = std::chrono::steady_clock;

  /// Unless it is too early, after trouble, or a request is still open.
  void ask(std::size_t messages, Wait wait, Clock::time_point until);
  /// Waits until then. Null also if the request has ended.
  Result<MessageHandle> receive(Clock::time_point until);
  Result<MessageHandle> trouble(natsStatus status);
  void backOff(natsStatus status);

  std::shared_ptr<Connection> connection_;
  std::string request_; ///< subject for requests
  std::string inbox_;   ///< each request has a subject of its own below it
  SubscriptionHandle subscription_;
  std::uint64_t asked_ = 0;     ///< requests so far
  std::size_t open_ = 0;        ///< messages of the last one that may still come
  Clock::time_point openUntil_; ///< when that request ends
  std::uint64_t reconnects_ = 0;
  std::chrono::milliseconds pause_{0}; ///< after trouble
  Clock::time_point askAgain_;         ///< the earliest time for a request
};

} // namespace raceward::nats
