// Real servers for tests: one or three, on loopback, in a temporary folder, gone with the object
// or with the test.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace raceward::test {

struct NatsSetup {
  unsigned nodes = 1;
  bool jetStream = true;
  bool tls = false;
  bool tlsVerify = false; ///< clients need certificates
  std::string certifiedHost = "IP:127.0.0.1,DNS:localhost";
  std::string authorization = {}; ///< a block of the configuration
};

class NatsServers {
public:
  static bool areInstalled();

  explicit NatsServers(NatsSetup setup = {});
  ~NatsServers();
  NatsServers(const NatsServers &) = delete;
  NatsServers &operator=(const NatsServers &) = delete;

  [[nodiscard]] std::string url() const;
  [[nodiscard]] std::filesystem::path folder() const { return folder_; }
  void kill(std::size_t node);
  /// It dies with the thread that started it.
  void start(std::size_t node);
  void freeze(std::size_t node);
  void thaw(std::size_t node);
  /// Also forgets what was stored.
  void wipe(std::size_t node);
  /// To a stream, or a request to the server, as any program could. Waits for the reply.
  void publish(const std::string &subject, const std::string &body,
               const std::map<std::string, std::string> &headers = {}) const;
  /// Waits until somebody is.
  [[nodiscard]] std::size_t leaderOf(const std::string &stream) const;

private:
  struct Node {
    unsigned port = 0;
    unsigned monitoring = 0;
    unsigned route = 0;
    pid_t pid = 0;
  };
  [[nodiscard]] std::string configuration(std::size_t node) const;
  [[nodiscard]] std::string ask(std::size_t node, const std::string &path) const;
  void makeCertificates() const;
  void waitUntilReady() const;

  NatsSetup setup_;
  std::filesystem::path folder_;
  std::vector<Node> nodes_;
};

} // namespace raceward::test
