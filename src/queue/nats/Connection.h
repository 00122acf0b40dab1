// Connection: to one of the servers, again and again.
//
// Knows which failures pass by themselves, how long to go on, and how to say the others to a
// person. It is told about trouble in the calling thread only.
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
  /// Others are connected to other servers by now, or the same one after a restart: what was
  /// asked of it is forgotten.
  [[nodiscard]] std::uint64_t reconnects() const;
  /// What the subject begins with that a server answers to, with a dot.
  [[nodiscard]] std::string inboxPrefix() const { return inbox_ + "."; }
  /// Unique, of letters and digits.
  [[nodiscard]] std::string freshName();

  /// Repeats the request while its failure may pass. `repair` is called now and then meanwhile.
  Result<void> insist(const std::function<Reply()> &request,
                      const std::function<void()> &repair = {});
  /// Why there is no use in repeating it; null if there is.
  [[nodiscard]] std::optional<Error> hopeless(const Reply &reply) const;

  /// Whether the server's last complaint was that we may not do something.
  [[nodiscard]] bool wasForbidden() const;
  /// What the server complained about last is no reason to stop.
  void forgive() { forgiven_ = serverSays(); }

  void publish(const std::string &subject, std::string_view body);
  /// Messages that were sent without waiting for each, and that a server refused to store: how
  /// many, in all connections of this process.
  [[nodiscard]] static std::uint64_t refusals();
  void reached();
  void notReached(const Reply &reply);
  /// Since when it cannot be reached.
  [[nodiscard]] std::chrono::milliseconds silence() const;

private:
  explicit Connection(QueueSettings settings) : settings_(std::move(settings)) {}

  [[nodiscard]] Error cannotConnect(natsStatus status) const;
  [[nodiscard]] std::string serverSays() const;

  QueueSettings settings_;
  std::string where_; ///< the servers, without passwords
  std::string inbox_;
  ConnectionHandle connection_;
  ContextHandle context_; ///< goes before the connection
  std::string names_;
  std::uint64_t named_ = 0;
  std::optional<std::chrono::steady_clock::time_point> troubleSince_;
  bool told_ = false;
  std::string forgiven_;
};

} // namespace raceward::nats
