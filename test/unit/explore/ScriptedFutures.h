// What a thread of a script may still do: everything that lies on some way from its statement to
// its end, with the locks that are held on that way.
#pragma once

#include "Script.h"
#include "raceward/model/Future.h"

#include <functional>
#include <map>
#include <tuple>

namespace raceward::test {

class ScriptedFutures {
public:
  /// How the machine names things: the operations of a statement (of one thread, at a position),
  /// and the lock that it takes or gives up.
  using Operations = std::function<std::vector<MemoryAccess>(std::size_t thread, std::size_t pc)>;
  using Objects = std::function<ObjectId(const Statement &statement)>;

  ScriptedFutures(const Script &script, Operations accesses, Objects objectOf);

  /// `held` is what the thread holds now.
  const Future &from(std::size_t thread, std::size_t pc, const HeldLocks &held);

private:
  void add(std::size_t thread, std::size_t pc, const HeldLocks &held, Deeds &deeds,
           std::vector<std::size_t> &creates);

  Script script_;
  Operations accesses_;
  Objects objectOf_;
  std::map<std::tuple<std::size_t, std::size_t, HeldLocks>, Future> futures_;
};

} // namespace raceward::test
