#include "NatsServers.h"

#include "raceward/base/Check.h"
#include "raceward/base/Process.h"

#include <arpa/inet.h>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace raceward::test {

namespace {

using namespace std::chrono_literals;

sockaddr_in loopback(unsigned port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

/// So many at once, so that they differ.
std::vector<unsigned> freePorts(std::size_t count) {
  std::vector<int> sockets;
  std::vector<unsigned> ports;
  for (std::size_t i = 0; i < count; ++i) {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    RW_CHECK(::bind(fd, reinterpret_cast<sockaddr *>(&address), size) == 0);
    RW_CHECK(::getsockname(fd, reinterpret_cast<sockaddr *>(&address), &size) == 0);
    sockets.push_back(fd);
    ports.push_back(ntohs(address.sin_port));
  }
  for (const int fd : sockets)
    ::close(fd);
  return ports;
}

int connectTo(unsigned port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  const sockaddr_in address = loopback(port);
  if (::connect(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0)
    return fd;
  ::close(fd);
  return -1;
}

} // namespace

bool NatsServers::areInstalled() {
  return canRun("nats-server");
}

NatsServers::NatsServers(NatsSetup setup) : setup_(std::move(setup)), nodes_(setup_.nodes) {
  std::string name = (std::filesystem::temp_directory_path() / "raceward-nats-XXXXXX").string();
  RW_CHECK(::mkdtemp(name.data()) != nullptr);
  folder_ = name;
  if (setup_.tls)
    makeCertificates();
  const std::vector<unsigned> ports = freePorts(3 * nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    nodes_[i] = {ports[3 * i], ports[3 * i + 1], ports[3 * i + 2], 0};
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    start(i);
  waitUntilReady();
}

NatsServers::~NatsServers() {
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    kill(i);
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string NatsServers::url() const {
  std::string url;
  for (const Node &node : nodes_)
    url += (url.empty() ? "" : ",") + std::string(setup_.tls ? "tls" : "nats") +
           "://127.0.0.1:" + std::to_string(node.port);
  return url;
}

std::string NatsServers::configuration(std::size_t node) const {
  const std::string name = "n" + std::to_string(node);
  std::string text = "server_name: " + name +
                     "\nhost: 127.0.0.1\nport: " + std::to_string(nodes_[node].port) +
                     "\nhttp: 127.0.0.1:" + std::to_string(nodes_[node].monitoring) + "\n";
  if (setup_.jetStream)
    text += "jetstream { store_dir: \"" + (folder_ / name).string() + "\" }\n";
  if (setup_.tls)
    text += "tls { cert_file: \"" + (folder_ / "server.pem").string() + "\", key_file: \"" +
            (folder_ / "server.key").string() + "\", ca_file: \"" + (folder_ / "ca.pem").string() +
            (setup_.tlsVerify ? "\", verify: true }\n" : "\" }\n");
  text += setup_.authorization + "\n";
  if (nodes_.size() > 1) {
    text += "cluster { name: c, listen: \"127.0.0.1:" + std::to_string(nodes_[node].route) +
            "\", routes: [";
    for (const Node &other : nodes_)
      text += "\"nats://127.0.0.1:" + std::to_string(other.route) + "\",";
    text += " ] }\n";
  }
  return text;
}

void NatsServers::start(std::size_t node) {
  const std::string name = "n" + std::to_string(node);
  const std::string file = (folder_ / (name + ".conf")).string();
  const std::string log = (folder_ / (name + ".log")).string();
  std::ofstream(file) << configuration(node);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  RW_CHECK(pid >= 0);
  if (pid == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent)
      ::_exit(1);
    const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(out, STDERR_FILENO);
    ::execlp("nats-server", "nats-server", "-c", file.c_str(), nullptr);
    ::_exit(127);
  }
  nodes_[node].pid = pid;
}

void NatsServers::kill(std::size_t node) {
  if (nodes_[node].pid == 0)
    return;
  ::kill(nodes_[node].pid, SIGKILL);
  ::waitpid(nodes_[node].pid, nullptr, 0);
  nodes_[node].pid = 0;
}

void NatsServers::freeze(std::size_t node) {
  ::kill(nodes_[node].pid, SIGSTOP);
}

void NatsServers::thaw(std::size_t node) {
  ::kill(nodes_[node].pid, SIGCONT);
}

void NatsServers::wipe(std::size_t node) {
  std::filesystem::remove_all(folder_ / ("n" + std::to_string(node)));
}

std::string NatsServers::ask(std::size_t node, const std::string &path) const {
  const int fd = connectTo(nodes_[node].monitoring);
  if (fd < 0)
    return {};
  writeAll(fd, "GET " + path + " HTTP/1.0\r\n\r\n");
  std::string reply;
  char buffer[4096];
  for (ssize_t got = 0; (got = ::read(fd, buffer, sizeof buffer)) > 0;)
    reply.append(buffer, static_cast<std::size_t>(got));
  ::close(fd);
  return reply;
}

void NatsServers::publish(const std::string &subject, const std::string &body,
                          const std::map<std::string, std::string> &headers) const {
  const int fd = connectTo(nodes_.front().port);
  RW_CHECK(fd >= 0);
  std::string head = "NATS/1.0\r\n";
  for (const auto &[name, value] : headers)
    head += name + ": " + value + "\r\n";
  head += "\r\n";
  writeAll(fd, "CONNECT {\"verbose\":false,\"headers\":true}\r\nSUB _INBOX.test 1\r\nHPUB " +
                   subject + " _INBOX.test " + std::to_string(head.size()) + " " +
                   std::to_string(head.size() + body.size()) + "\r\n" + head + body + "\r\n");
  std::string reply;
  char buffer[4096];
  while (reply.find("MSG _INBOX.test") == std::string::npos) {
    const ssize_t got = ::read(fd, buffer, sizeof buffer);
    RW_CHECK(got > 0);
    reply.append(buffer, static_cast<std::size_t>(got));
  }
  ::close(fd);
}

void NatsServers::waitUntilReady() const {
  const auto deadline = std::chrono::steady_clock::now() + 60s;
  for (std::size_t i = 0; i < nodes_.size();) {
    const bool ready =
        ask(i, setup_.jetStream ? "/healthz" : "/varz").find("200 OK") != std::string::npos;
    if (ready &&
        (nodes_.size() == 1 || ask(i, "/jsz").find("\"leader\": \"n") != std::string::npos)) {
      ++i;
      continue;
    }
    RW_CHECK(std::chrono::steady_clock::now() < deadline);
    std::this_thread::sleep_for(20ms);
  }
}

std::size_t NatsServers::leaderOf(const std::string &stream) const {
  const auto deadline = std::chrono::steady_clock::now() + 60s;
  while (true) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].pid == 0)
        continue;
      const std::string reply = ask(i, "/jsz?streams=true");
      const std::size_t at = reply.find("\"name\": \"" + stream + "\"");
      if (at == std::string::npos)
        continue;
      const std::string before = "\"leader\": \"n";
      const std::size_t leader = reply.find(before, at);
      if (leader != std::string::npos)
        return static_cast<std::size_t>(reply[leader + before.size()] - '0');
    }
    RW_CHECK(std::chrono::steady_clock::now() < deadline);
    std::this_thread::sleep_for(50ms);
  }
}

void NatsServers::makeCertificates() const {
  const std::string script = R"(cd "$1" && exec 2>openssl.log &&
authority() { openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$1" -keyout $1.key -out $1.pem; }
signed() {
  openssl req -newkey rsa:2048 -nodes -subj "/CN=$1" -keyout $1.key -out $1.csr &&
  printf "subjectAltName=$2\n" >$1.ext &&
  openssl x509 -req -in $1.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile $1.ext -out $1.pem
}
authority ca && authority other && signed server "$2" && signed client DNS:client)";
  const Result<ProcessEnd> end =
      runCommand({"sh", "-c", script, "sh", folder_.string(), setup_.certifiedHost}, {});
  RW_CHECK(end && end->succeeded());
}

} // namespace raceward::test
