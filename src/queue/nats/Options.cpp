#include "Options.h"

#include "../ServerUrl.h"
#include "raceward/base/File.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <vector>

namespace raceward::nats {

namespace {

/// %40 -> @
std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = 0;
    const char *digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      plain += static_cast<char>(byte);
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

/// Collects the first failure of many calls.
class Setting {
public:
  explicit Setting(natsOptions *options) : options_(options) {}
  template <typename... Arguments> void operator()(auto set, Arguments... arguments) {
    if (status_ == NATS_OK)
      status_ = set(options_, arguments...);
  }
  [[nodiscard]] bool failed() const { return status_ != NATS_OK; }
  [[nodiscard]] Unexpected error(const std::string &what, const std::string &hint) const {
    const char *last = nats_GetLastError(nullptr);
    return fail(Error::Kind::Setup,
                what + ": " + sanitizedUtf8(last != nullptr ? last : natsStatus_GetText(status_)),
                hint);
  }

private:
  natsOptions *options_;
  natsStatus status_ = NATS_OK;
};

/// A subject has parts between dots, and wildcards, so only plain names are used.
std::string inboxOf(std::string_view user) {
  const bool isPlain = !user.empty() && std::ranges::all_of(user, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
  return isPlain ? "_INBOX_" + std::string(user) : "_INBOX";
}

/// A file made by NATS has tokens between lines of dashes. For another file `user` becomes its
/// user.
Result<void> setCredentials(const std::string &path, Setting &set, std::string &user) {
  const Result<std::string> text = readFile(path);
  if (!text)
    return fail(text.error());
  if (text->find("-----") != std::string::npos) {
    set(natsOptions_SetUserCredentialsFromFiles, path.c_str(), nullptr);
  } else {
    const std::string_view line = trim(*text);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || line.find('\n') != std::string_view::npos)
      return fail(Error::Kind::Setup, "'" + path + "' has no credentials for the queue",
                  "it must be a file that NATS made, or one line user:password");
    user = line.substr(0, colon);
    const std::string password(line.substr(colon + 1));
    set(natsOptions_SetUserInfo, user.c_str(), password.c_str());
  }
  if (set.failed())
    return set.error("credentials for the queue, '" + path + "'", "");
  return {};
}

// Without a handler the library writes to standard error.
void ignoreErrors(natsConnection *, natsSubscription *, natsStatus, void *) {}

} // namespace

Result<ConnectionOptions> optionsFrom(const QueueSettings &settings) {
  natsOptions *created = nullptr;
  if (natsOptions_Create(&created) != NATS_OK)
    return fail(Error::Kind::Resource, "no memory for a connection to the queue");
  OptionsHandle options(created);
  Setting set(created);

  std::vector<std::string> urls;
  std::string user = settings.user;
  std::string password = settings.password;
  bool secure = !settings.caFile.empty() || !settings.certificateFile.empty();
  for (const std::string_view each : serversIn(settings.url)) {
    const ServerUrl server(each);
    if (server.scheme != "" && server.scheme != "nats" && server.scheme != "tls")
      return fail(Error::Kind::Usage,
                  "a queue at " + sanitizedUtf8(server.scheme) + "://... cannot be used",
                  "use nats://host:port or tls://host:port");
    secure |= server.scheme == "tls";
    urls.push_back("nats://" + std::string(server.address));
    // For all servers: those announced by the cluster have no user in their URL.
    if (user.empty()) {
      user = unescaped(server.user);
      password = unescaped(server.password);
    }
  }
  if (urls.empty())
    return fail(Error::Kind::Usage, "no queue is named", "use nats://host:port or tls://host:port");
  std::vector<const char *> pointers;
  for (const std::string &url : urls)
    pointers.push_back(url.c_str());
  set(natsOptions_SetServers, pointers.data(), static_cast<int>(pointers.size()));
  if (!user.empty())
    set(natsOptions_SetUserInfo, user.c_str(), password.c_str());
  if (set.failed())
    return set.error("the queue at " + shownUrl(settings.url) + " cannot be used",
                     "use nats://host:port or tls://host:port");

  if (!settings.credentials.empty())
    if (Result<void> done = setCredentials(settings.credentials, set, user); !done)
      return fail(std::move(done).error());

  if (secure)
    set(natsOptions_SetSecure, true);
  if (!settings.caFile.empty())
    set(natsOptions_LoadCATrustedCertificates, settings.caFile.c_str());
  if (set.failed())
    return set.error("certificates to trust, '" + settings.caFile + "'",
                     "it must be a file in PEM format");
  if (!settings.certificateFile.empty())
    set(natsOptions_LoadCertificatesChain, settings.certificateFile.c_str(),
        settings.keyFile.c_str());
  if (set.failed())
    return set.error("certificate '" + settings.certificateFile + "' with key '" +
                         settings.keyFile + "'",
                     "both must be files in PEM format, and belong together");

  constexpr std::int64_t kMilliseconds = 1;
  constexpr std::int64_t kSeconds = 1000 * kMilliseconds;
  const std::string inbox = inboxOf(user);
  set(natsOptions_SetCustomInboxPrefix, inbox.c_str());
  set(natsOptions_SetName, "raceward");
  set(natsOptions_SetTimeout, 5 * kSeconds);
  set(natsOptions_SetAllowReconnect, true);
  set(natsOptions_SetMaxReconnect, -1);
  set(natsOptions_SetReconnectWait, 200 * kMilliseconds);
  set(natsOptions_SetReconnectJitter, 100 * kMilliseconds, 100 * kMilliseconds);
  set(natsOptions_SetPingInterval, 5 * kSeconds);
  set(natsOptions_SetMaxPingsOut, 2);
  set(natsOptions_SetFailRequestsOnDisconnect, true);
  // A caller waits for each message.
  set(natsOptions_SetSendAsap, true);
  set(natsOptions_SetErrorHandler, ignoreErrors, nullptr);
  if (set.failed())
    return set.error("cannot set up a connection to the queue", "");
  return ConnectionOptions{std::move(options), inbox};
}

} // namespace raceward::nats
