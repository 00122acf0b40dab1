#include "state/ReaderConflicts.h"

#include <algorithm>

namespace raceward {

bool isOfReadersOrSemaphores(const Action &action) {
  switch (familyOf(action)) {
  case ActionFamily::Lock:
    return isReaders(action);
  case ActionFamily::Semaphore:
    return !std::holds_alternative<SemaphorePost>(action);
  case ActionFamily::Memory:
  case ActionFamily::Barrier:
  case ActionFamily::Fence:
  case ActionFamily::Thread:
  case ActionFamily::Data:
    return false;
  default: // of a new family nothing is known: that costs runs only
    return true;
  }
}

void addReadersThatStay(const Run &run, const CausalOrder &order, std::size_t end,
                        std::vector<std::uint32_t> &readers) {
  struct Reader {
    std::uint32_t lock;
    std::uint32_t unlock = Run::kNone;
    bool stays = false;
  };
  std::vector<Reader> all;
  const std::uint32_t seed = readers.front();
  const ObjectId lock = mutexOf(run[seed].operation.action);
  const auto list = run.touchingBefore(lock, Run::Kind::All, end);
  const auto lastWriter = std::find_if(list.rbegin(), list.rend(), [&](std::uint32_t at) {
    return std::holds_alternative<Lock>(run[at].operation.action);
  });
  // The first unlock of a thread that locked several times ends the first of these sections: the
  // thread leaves with its last unlock, which comes after all of them in any case.
  for (auto at = lastWriter.base(); at != list.end(); ++at) {
    const Event &event = run[*at];
    if (std::holds_alternative<ReadLock>(event.operation.action)) {
      all.push_back({*at, Run::kNone, *at == seed});
    } else if (std::holds_alternative<ReadUnlock>(event.operation.action)) {
      const auto open = std::find_if(all.begin(), all.end(), [&](const Reader &reader) {
        return reader.unlock == Run::kNone && run[reader.lock].thread == event.thread;
      });
      if (open != all.end())
        open->unlock = *at;
    }
  }
  const auto mustStay = [&](const Reader &reader) {
    return reader.unlock == Run::kNone ||
           std::any_of(readers.begin(), readers.end(),
                       [&](std::uint32_t other) { return order.before(other, reader.unlock); });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (Reader &reader : all) {
      if (reader.stays || !mustStay(reader))
        continue;
      reader.stays = changed = true;
      readers.push_back(reader.lock);
    }
  }
  std::sort(readers.begin(), readers.end());
}

} // namespace raceward
