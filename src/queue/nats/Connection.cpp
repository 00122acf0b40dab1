#include "Connection.h"

#include "BackOff.h"
#include "Options.h"

#include "raceward/base/Text.h"

#include <atomic>

namespace raceward::nats {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kRequestWait{2000};
constexpr std::int64_t kMostUnconfirmed = 4096;
/// Shorter interruptions are not reported.
constexpr std::chrono::milliseconds kTellAfter{1000};
/// A cluster needs up to twelve seconds to elect a leader.
constexpr std::chrono::seconds kRepairAfter{15};

std::string lastError(natsStatus status) {
  natsStatus of = NATS_OK;
  const char *last = nats_GetLastError(&of);
  std::string_view text = of == status && last != nullptr ? last : "";
  // "(conn.c:733): "
  if (const std::size_t place = text.find("): "); text.starts_with('(') && place < text.size())
    text.remove_prefix(place + 3);
  return sanitizedUtf8(text.empty() ? natsStatus_GetText(status) : text);
}

bool mayPass(const Reply &reply) {
  switch (reply.status) {
  case NATS_TIMEOUT:
  case NATS_NO_RESPONDERS:
  case NATS_CONNECTION_DISCONNECTED:
  case NATS_IO_ERROR:
  case NATS_NO_SERVER:
  case NATS_STALE_CONNECTION:
  case NATS_INSUFFICIENT_BUFFER: // full of messages that wait for the connection
    return true;
  default:
    break;
  }
  switch (reply.code) {
  case JSClusterNotActiveErr:
  case JSClusterNotAssignedErr:
  case JSClusterNotAvailErr:
  case JSClusterNotLeaderErr:
  case JSClusterIncompleteErr:
  case JSClusterNoPeersErr: // until enough of them are back
  case JSRaftGeneralErr:
  case JSStreamOfflineErr:
  case JSConsumerOfflineErr:
  case JSStreamNotFoundErr: // until it is repaired
  case JSConsumerNotFoundErr:
  case JSStreamStoreFailedErr:
    return true;
  default:
    return false;
  }
}

/// Incremented by a thread of the library, which may outlive a connection.
std::atomic<std::uint64_t> &refused() {
  static std::atomic<std::uint64_t> count{0};
  return count;
}

} // namespace

std::uint64_t Connection::refusals() {
  return refused();
}

Result<std::shared_ptr<Connection>> Connection::open(const QueueSettings &settings) {
  Result<ConnectionOptions> options = optionsFrom(settings);
  if (!options)
    return fail(std::move(options).error());
  std::shared_ptr<Connection> self(new Connection(settings));
  self->where_ = shownUrl(settings.url);
  self->inbox_ = options->inbox;

  natsConnection *connection = nullptr;
  if (const natsStatus status = natsConnection_Connect(&connection, options->handle.get());
      status != NATS_OK)
    return fail(self->cannotConnect(status));
  self->connection_.reset(connection);

  jsOptions contextOptions;
  jsOptions_Init(&contextOptions);
  contextOptions.Wait = kRequestWait.count();
  contextOptions.PublishAsync.MaxPending = kMostUnconfirmed;
  contextOptions.PublishAsync.StallWait = kRequestWait.count();
  contextOptions.PublishAsync.ErrHandler = [](jsCtx *, jsPubAckErr *, void *) { ++refused(); };
  jsCtx *context = nullptr;
  if (natsConnection_JetStream(&context, connection, &contextOptions) != NATS_OK)
    return fail(Error::Kind::Resource, "no memory for a connection to the queue");
  self->context_.reset(context);

  natsInbox *inbox = nullptr;
  if (natsInbox_Create(&inbox) != NATS_OK)
    return fail(Error::Kind::Resource, "no memory for a connection to the queue");
  self->names_ = std::string(inbox).substr(std::string_view(inbox).rfind('.') + 1);
  natsInbox_Destroy(inbox);
  return self;
}

Error Connection::cannotConnect(natsStatus status) const {
  const std::string said = lastError(status);
  switch (status) {
  case NATS_NO_SERVER:
  case NATS_TIMEOUT:
    return {Error::Kind::Setup, "no server listens at " + where_, said,
            "start a server there, such as nats-server -js; docs/use/queue.md says how"};
  case NATS_CONNECTION_AUTH_FAILED:
    return {Error::Kind::Setup, "the queue at " + where_ + " refuses this user or password", said,
            "name a user that is in the server's configuration"};
  case NATS_SECURE_CONNECTION_WANTED:
    return {Error::Kind::Setup, "the queue at " + where_ + " offers no TLS", said,
            "set it up in the server's configuration; docs/use/queue.md says how"};
  case NATS_SSL_ERROR:
    return {Error::Kind::Setup, "TLS with the queue at " + where_ + " failed", said,
            "name the certificate of the server's issuer, and one of your own if it asks"};
  default:
    return {Error::Kind::Setup, "cannot connect to the queue at " + where_, said,
            "use nats://host:port or tls://host:port; if the server wants a certificate of "
            "yours, name one"};
  }
}

std::size_t Connection::largestMessage() const {
  return static_cast<std::size_t>(natsConnection_GetMaxPayload(raw()));
}

std::uint64_t Connection::reconnects() const {
  natsStatistics *statistics = nullptr;
  std::uint64_t ignored = 0;
  std::uint64_t reconnects = 0;
  if (natsStatistics_Create(&statistics) == NATS_OK &&
      natsConnection_GetStats(raw(), statistics) == NATS_OK)
    natsStatistics_GetCounts(statistics, &ignored, &ignored, &ignored, &ignored, &reconnects);
  natsStatistics_Destroy(statistics);
  return reconnects;
}

std::string Connection::freshName() {
  return names_ + std::to_string(named_++);
}

std::string Connection::serverSays() const {
  const char *text = nullptr;
  natsConnection_GetLastError(raw(), &text);
  return sanitizedUtf8(text != nullptr ? text : "");
}

bool Connection::wasForbidden() const {
  const char *ignored = nullptr;
  return natsConnection_GetLastError(raw(), &ignored) == NATS_NOT_PERMITTED;
}

std::optional<Error> Connection::hopeless(const Reply &reply) const {
  // A server that forbids something reports that asynchronously, and does not answer.
  if (reply.status == NATS_TIMEOUT && wasForbidden() && serverSays() != forgiven_)
    return Error{Error::Kind::Setup, "the queue at " + where_ + " does not permit this",
                 serverSays(),
                 "give the user the permissions that docs/use/queue.md lists, in the server's "
                 "configuration"};
  // The library reports the same for a stream without a leader, without a responder.
  if ((reply.code == JSNotEnabledErr && reply.status != NATS_NO_RESPONDERS) ||
      reply.code == JSNotEnabledForAccountErr)
    return Error{
        Error::Kind::Setup, "the server at " + where_ + " stores nothing", "",
        "switch JetStream on for it and for the user's account; docs/use/queue.md says how"};
  if (reply.code == JSStreamReplicasNotSupportedErr)
    return Error{Error::Kind::Setup,
                 "the queue at " + where_ + " cannot keep " + std::to_string(settings_.replicas) +
                     " copies",
                 "", "ask for one, or set up a cluster; docs/use/queue.md says how"};
  if (mayPass(reply))
    return std::nullopt;
  if (reply.status == NATS_CONNECTION_CLOSED)
    return Error{Error::Kind::Setup, "the queue at " + where_ + " no longer accepts this user",
                 serverSays(), "has the password changed?"};
  if (reply.code == JSAccountResourcesExceededErr || reply.code == JSInsufficientResourcesErr ||
      reply.code == JSStorageResourcesExceededErr || reply.code == JSMemoryResourcesExceededErr)
    return Error{Error::Kind::Resource, "the queue at " + where_ + " is full",
                 lastError(reply.status),
                 "give the server more room (max_file_store in its configuration)"};
  return Error{Error::Kind::Resource, "the queue at " + where_ + " refuses",
               lastError(reply.status) +
                   (reply.code != 0 ? " (" + std::to_string(reply.code) + ")" : ""),
               ""};
}

Result<void> Connection::insist(const std::function<Reply()> &request,
                                const std::function<void()> &repair) {
  BackOff pause;
  const auto begin = Clock::now();
  auto nextRepair = begin + kRepairAfter;
  while (true) {
    const Reply reply = request();
    if (reply.status == NATS_OK) {
      reached();
      return {};
    }
    if (std::optional<Error> error = hopeless(reply))
      return fail(std::move(*error));
    notReached(reply);
    if (Clock::now() - begin > settings_.giveUpAfter)
      return fail(Error{Error::Kind::Resource, "the queue at " + where_ + " cannot be reached",
                        lastError(reply.status), "is its server running?"});
    if (repair && Clock::now() > nextRepair) {
      repair();
      nextRepair = Clock::now() + kRepairAfter;
    }
    pause.sleep();
  }
}

void Connection::publish(const std::string &subject, std::string_view body) {
  // A lost message is sent again, or was optional.
  natsConnection_Publish(raw(), subject.c_str(), body.data(), static_cast<int>(body.size()));
}

void Connection::reached() {
  troubleSince_.reset();
  if (told_ && settings_.onTrouble)
    settings_.onTrouble("the queue at " + where_ + " can be reached again");
  told_ = false;
}

void Connection::notReached(const Reply &reply) {
  const auto now = Clock::now();
  if (!troubleSince_)
    troubleSince_ = now;
  if (told_ || now - *troubleSince_ < kTellAfter)
    return;
  told_ = true;
  if (settings_.onTrouble)
    settings_.onTrouble("the queue at " + where_ + " cannot be reached (" +
                        lastError(reply.status) + "); trying again");
}

std::chrono::milliseconds Connection::silence() const {
  if (!troubleSince_)
    return {};
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - *troubleSince_);
}

} // namespace raceward::nats
