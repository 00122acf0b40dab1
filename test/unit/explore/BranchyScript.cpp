#include "BranchyScript.h"

#include <random>

namespace raceward::test {
namespace {

class BranchyGenerator {
public:
  explicit BranchyGenerator(std::uint64_t seed) : random_(seed) {}

  Script script() {
    Script result;
    result.threads.resize(below(10) < 7 ? 2 : 3);
    guarded_ = 1 + below(3);
    careless_ = below(3) == 0;
    readers_ = below(6) == 0;
    loops_ = below(6) == 0;
    const auto count = static_cast<int>(result.threads.size());
    const int creator = below(4) == 0 ? below(count - 1) : count; // creates those after it
    const bool joins = below(2) == 0;
    for (int t = 0; t < count; ++t) {
      ThreadScript &thread = result.threads[static_cast<std::size_t>(t)];
      room_ = count == 2 ? 6 : 4;
      if (t == creator && below(2) == 0)
        sequence(thread, 1, 1);
      for (int child = t + 1; t == creator && child < count; ++child)
        thread.push_back({Op::Create, child, 0, {}});
      sequence(thread, 2, 2 + below(2));
      if (t == creator && joins)
        thread.push_back({Op::Join, t + 1, 0, {}});
    }
    return result;
  }

private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<std::uint64_t>(limit)); }

  void sequence(ThreadScript &thread, int depth, int count) {
    for (int i = 0; i < count; ++i)
      block(thread, depth);
  }

  void access(ThreadScript &thread, int variable) {
    if (below(2) == 0)
      thread.push_back({Op::Read, variable, 0, {}});
    else
      thread.push_back({Op::Write, variable, 0, {false, 1}});
  }

  /// With its lock, around which there may be another one.
  void guarded(ThreadScript &thread, int depth) {
    const int variable = 1 + below(guarded_);
    const bool forgets = careless_ && below(6) == 0;
    const bool reads = readers_ && below(2) == 0;
    const int lock = careless_ && below(8) == 0 ? 1 + below(guarded_) : variable;
    if (!forgets)
      thread.push_back({reads ? Op::ReadLock : Op::Lock, lock, 0, {}});
    if (reads && below(8) != 0)
      thread.push_back({Op::Read, variable, 0, {}});
    else
      access(thread, variable);
    // In the order of their numbers, mostly: few deadlocks.
    if (!forgets && depth > 0 && lock < guarded_ && below(4) == 0) {
      const int inner = lock + 1 + below(guarded_ - lock);
      thread.push_back({Op::Lock, inner, 0, {}});
      access(thread, inner);
      thread.push_back({Op::Unlock, inner, 0, {}});
    }
    if (!forgets)
      thread.push_back({reads ? Op::ReadUnlock : Op::Unlock, lock, 0, {}});
  }

  void branch(ThreadScript &thread, int depth) {
    const int wanted = below(2);
    const std::size_t at = thread.size();
    thread.push_back({Op::SkipUnless, 0, 0, {false, wanted}});
    sequence(thread, depth - 1, 1 + below(2));
    thread[at].target = static_cast<int>(thread.size() - at - 1);
  }

  /// Looks under the lock until the variable has been written.
  void loop(ThreadScript &thread) {
    const int variable = 1 + below(guarded_);
    thread.push_back({Op::Lock, variable, 0, {}});
    thread.push_back({Op::Read, variable, 1, {}});
    thread.push_back({Op::Unlock, variable, 0, {}});
    thread.push_back({Op::AgainUnless, 3, 1, {false, 1}});
  }

  void block(ThreadScript &thread, int depth) {
    if (--room_ < 0)
      return;
    const int kind = below(20);
    if (depth > 0 && kind < 8)
      branch(thread, depth);
    else if (loops_ && depth > 0 && kind < 10)
      loop(thread);
    else if (kind < 13)
      access(thread, 0);
    else
      guarded(thread, depth);
  }

  std::mt19937_64 random_;
  int guarded_ = 1;
  bool careless_ = false; ///< forgets locks
  bool readers_ = false;
  bool loops_ = false;
  int room_ = 0;
};

} // namespace

Script branchyScript(std::uint64_t seed) {
  return BranchyGenerator(seed).script();
}

} // namespace raceward::test
