#include "ProcessPool.h"

#include "raceward/base/Process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace raceward {
namespace {

/// A message is its length and its bytes. Both ends are trusted.
using Length = std::uint64_t;

bool readAll(int fd, char *to, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::read(fd, to, size);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    to += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool sendMessage(int fd, std::string_view body) {
  const Length length = body.size();
  std::string message(sizeof length, '\0');
  std::memcpy(message.data(), &length, sizeof length);
  message += body;
  // Not write(): SIGPIPE from a dead process must not end this one.
  std::string_view left = message;
  while (!left.empty()) {
    const ssize_t sent = ::send(fd, left.data(), left.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      return false;
    left.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

[[noreturn]] void serve(int fd, const ProcessPool::Begin &begin) {
  const ProcessPool::Answering answering = begin();
  while (true) {
    Length length = 0;
    if (!readAll(fd, reinterpret_cast<char *>(&length), sizeof length))
      ::_exit(0);
    std::string question(length, '\0');
    if (!readAll(fd, question.data(), question.size()) || !sendMessage(fd, answering(question)))
      ::_exit(0);
  }
}

} // namespace

ProcessPool::ProcessPool(unsigned size, Begin begin) : begin_(std::move(begin)), members_(size) {}

ProcessPool::~ProcessPool() {
  for (const Member &member : members_)
    if (member.pid > 0)
      ::kill(member.pid, SIGKILL);
  for (const Member &member : members_) {
    if (member.pid > 0)
      ::waitpid(member.pid, nullptr, 0);
    if (member.fd >= 0)
      ::close(member.fd);
  }
}

std::optional<unsigned> ProcessPool::idle() const {
  for (unsigned i = 0; i < members_.size(); ++i)
    if (!members_[i].isBusy)
      return i;
  return std::nullopt;
}

Result<void> ProcessPool::start(Member &member) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return fail(Error::Kind::Resource,
                std::string("cannot connect to a worker process: ") + std::strerror(errno));
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    return fail(Error::Kind::Resource,
                std::string("cannot start a worker process: ") + std::strerror(errno));
  }
  if (pid == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent)
      ::_exit(0);
    for (const Member &other : members_)
      if (other.fd >= 0)
        ::close(other.fd);
    ::close(ends[0]);
    serve(ends[1], begin_);
  }
  ::close(ends[1]);
  member.pid = pid;
  member.fd = ends[0];
  ++member.starts;
  return {};
}

Result<void> ProcessPool::ask(unsigned number, std::string_view question) {
  Member &member = members_[number];
  RW_CHECK(!member.isBusy);
  // A process that died while idle is noticed when it is asked.
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (member.pid < 0)
      if (Result<void> started = start(member); !started)
        return started;
    if (sendMessage(member.fd, question)) {
      member.isBusy = true;
      return {};
    }
    bury(number);
  }
  return fail(Error::Kind::Resource, "worker processes crash as soon as they are started");
}

ProcessPool::Reply ProcessPool::bury(unsigned number) {
  Member &member = members_[number];
  ::kill(member.pid, SIGKILL);
  int status = 0;
  ::waitpid(member.pid, &status, 0);
  ::close(member.fd);
  ProcessEnd end;
  end.kind = WIFSIGNALED(status) ? ProcessEnd::Kind::Signalled : ProcessEnd::Kind::Exited;
  end.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  const unsigned starts = member.starts;
  member = {};
  member.starts = starts;
  return {number, std::nullopt, describe(end), isOutOfMemory(end)};
}

std::optional<ProcessPool::Reply> ProcessPool::readFrom(unsigned number) {
  Member &member = members_[number];
  std::array<char, 65536> buffer;
  const ssize_t got = ::read(member.fd, buffer.data(), buffer.size());
  if (got < 0 && errno == EINTR)
    return std::nullopt;
  if (got <= 0) {
    const bool wasBusy = member.isBusy;
    Reply reply = bury(number);
    return wasBusy ? std::optional(std::move(reply)) : std::nullopt;
  }
  member.input.append(buffer.data(), static_cast<std::size_t>(got));
  Length length = 0;
  if (member.input.size() < sizeof length)
    return std::nullopt;
  std::memcpy(&length, member.input.data(), sizeof length);
  if (member.input.size() < sizeof length + length)
    return std::nullopt;
  member.isBusy = false;
  Reply reply{number, member.input.substr(sizeof length), {}, false};
  member.input.clear();
  return reply;
}

std::vector<ProcessPool::Reply> ProcessPool::replies(std::chrono::milliseconds wait) {
  std::vector<pollfd> fds;
  std::vector<unsigned> numbers;
  for (unsigned i = 0; i < members_.size(); ++i)
    if (members_[i].fd >= 0) {
      fds.push_back({members_[i].fd, POLLIN, 0});
      numbers.push_back(i);
    }
  std::vector<Reply> replies;
  if (::poll(fds.data(), fds.size(), static_cast<int>(wait.count())) <= 0)
    return replies;
  for (std::size_t i = 0; i < fds.size(); ++i)
    if (fds[i].revents != 0)
      if (std::optional<Reply> reply = readFrom(numbers[i]))
        replies.push_back(std::move(*reply));
  return replies;
}

} // namespace raceward
