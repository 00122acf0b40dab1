#include "Conversation.h"

#include "raceward/base/Process.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace raceward {

std::unique_ptr<Conversation> Conversation::start(const std::vector<std::string> &argv) {
  if (argv.empty() || !canRun(argv.front()))
    return nullptr;
  // A socket pair in place of two pipes: writing to a dead child is then an error code and not a
  // SIGPIPE, whose handling would be global.
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return nullptr;
  std::vector<char *> arguments;
  for (const std::string &argument : argv)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);

  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    return nullptr;
  }
  if (child == 0) {
    // Only async-signal-safe calls after a fork.
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent)
      ::_exit(127);
    ::dup2(ends[1], STDIN_FILENO);
    ::dup2(ends[1], STDOUT_FILENO);
    const int devNull = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (devNull >= 0)
      ::dup2(devNull, STDERR_FILENO);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
  ::setpgid(child, child); // parent and child both call it: either may run first
  ::close(ends[1]);
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return std::unique_ptr<Conversation>(new Conversation(child, ends[0]));
}

Conversation::~Conversation() {
  ::close(socket_);
  ::kill(-child_, SIGKILL);
  ::kill(child_, SIGKILL);
  while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::optional<Sexpr> Conversation::ask(std::string_view text, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
  const auto giveUp = [this]() -> std::optional<Sexpr> {
    over_ = true;
    return std::nullopt;
  };
  while (!over_) {
    if (text.empty()) {
      std::size_t used = 0;
      const SexprReader::State state = reader_.feed(unread_, used);
      unread_.erase(0, used);
      if (state == SexprReader::State::Complete)
        return reader_.take();
      if (state == SexprReader::State::Broken)
        return giveUp();
    }
    const double left = std::chrono::duration<double>(deadline - Clock::now()).count();
    if (left <= 0)
      return giveUp();
    const auto events = static_cast<short>(POLLIN | (text.empty() ? 0 : POLLOUT));
    pollfd wait{socket_, events, 0};
    const int ready = ::poll(&wait, 1, static_cast<int>(std::min(left * 1000 + 1, 1e6)));
    if (ready < 0 && errno != EINTR)
      return giveUp();
    if (ready <= 0)
      continue;
    // Read first, or a child that writes before it reads would deadlock with us.
    if ((wait.revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
      std::array<char, 65536> buffer;
      const ssize_t got = ::recv(socket_, buffer.data(), buffer.size(), 0);
      if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        return giveUp();
      if (got > 0)
        unread_.append(buffer.data(), static_cast<std::size_t>(got));
      // No answer has megabytes before the question is complete.
      if (!text.empty() && unread_.size() > (std::size_t{1} << 20))
        return giveUp();
    }
    if ((wait.revents & POLLOUT) != 0 && !text.empty()) {
      const ssize_t sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno != EAGAIN && errno != EINTR)
        return giveUp();
      if (sent > 0)
        text.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
  return std::nullopt;
}

} // namespace raceward
