// Conversation: a child process that reads commands and writes S-expressions.
//
// Whatever the child does (dies, hangs, floods, never reads), every call returns within its time
// limit, and the destructor ends the child.
#pragma once

#include "Sexpr.h"

#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace raceward {

class Conversation {
public:
  /// Null if the program does not exist or the system refuses.
  static std::unique_ptr<Conversation> start(const std::vector<std::string> &argv);
  ~Conversation();
  Conversation(const Conversation &) = delete;
  Conversation &operator=(const Conversation &) = delete;

  /// Sends `text` and reads one expression; empty on any failure. After a failure the conversation
  /// is over.
  std::optional<Sexpr> ask(std::string_view text, double seconds);

private:
  Conversation(pid_t child, int socket) : child_(child), socket_(socket) {}

  pid_t child_;
  int socket_;
  std::string unread_;
  SexprReader reader_;
  bool over_ = false;
};

} // namespace raceward
