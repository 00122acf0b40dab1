// Connection: to one of the servers, with reconnection.
//
// It classifies failures: temporary ones are retried until the time limit, the others become an
// Error for the user. onTrouble is called in the calling thread only.
#pragma once

#include "Handles.h"

#include "raceward/queue/Queue.h"

#include <functional>
#include <memory>
#include <string>

namespace raceward::nats {

/// How a request ended.
struct Reply {
  natsStatus status = NATS_OK;
  jsErrCode code = jsErrCode(0);
};

class Connection {
public:
  static Result<std::shared_ptr<Connection>> open(const QueueSettings &settings);

  [[nodiscard]] natsConnection *raw() const { return connection_.get(); }
  [[nodiscard]] jsCtx *context() const { return context_.get(); }
  [[nodiscard]] const QueueSettings &settings() const { return settings_; }
  [[nodiscard]] std::size_t largestMessage() const;
  /// The number of reconnects: the new server, or the same one after a restart, does not have the
  /// pending requests.
  [[nodiscard]] std::uint64_t reconnects() const;
  /// Prefix of the subjects for replies of a server, with a dot.
  [[nodiscard]] std::string inboxPrefix() const { return inbox_ + "."; }
  /// Unique, of letters and digits.
  [[nodiscard]] std::string freshName();

  /// Retries the request while its failure may be temporary, and calls `repair` now and then.
  Result<void> insist(const std::function<Reply()> &request,
                      const std::function<void()> &repair = {});
  /// The Error if a retry is useless; nothing if it may succeed.
  [[nodiscard]] std::optional<Error> hopeless(const Reply &reply) const;

  /// Whether the last error of the server was a missing permission.
  [[nodiscard]] bool wasForbidden() const;
  /// The last error of the server is not a reason to stop.
  void forgive() { forgiven_ = serverSays(); }

  void publish(const std::string &subject, std::string_view body);
  /// The number of messages, sent without waiting for each, that a server refused to store, over
  /// all connections of this process.
  [[nodiscard]] static std::uint64_t refusals();
  void reached();
  void notReached(const Reply &reply);
  /// How long it has been unreachable.
  [[nodiscard]] std::chrono::milliseconds silence() const;

private:
  explicit Connection(QueueSettings settings) : settings_(std::move(settings)) {}

  [[nodiscard]] Error cannotConnect(natsStatus status) const;
  [[nodiscard]] std::string serverSays() const;

  QueueSettings settings_;
  std::string where_; ///< the servers, without passwords
  std::string inbox_;
  ConnectionHandle connection_;
  ContextHandle context_; ///< destroyed before the connection
  std::string names_;
  std::uint64_t named_ = 0;
  std::optional<std::chrono::steady_clock::time_point> troubleSince_;
  bool told_ = false;
  std::string forgiven_;
};

} // namespace raceward::nats
