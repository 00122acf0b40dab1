#include "raceward/prove/Sharing.h"

#include <llvm/IR/InstrTypes.h>

namespace raceward {

/// Whatever another thread can start from: globals, what it is handed when it is
/// created, what the library keeps. Everything that can be reached from there through
/// memory is shared. A thread-local variable is no start (each thread finds its own),
/// but is shared when its address is stored where others look.
Sharing::Sharing(const Program &program, const PointsTo &pointsTo, const Threads &threads)
    : shared_(pointsTo.classCount(), false) {
  std::vector<MemoryClass> open;
  const auto share = [&](MemoryClass memory) {
    if (memory.valid() && !shared_[memory.index()]) {
      shared_[memory.index()] = true;
      open.push_back(memory);
    }
  };

  for (const Global &global : program.globals())
    if (!global.isThreadLocal)
      share(pointsTo.pointedToBy(*global.origin));
  share(pointsTo.keptByLibrary());
  for (const ThreadTemplate &thread : threads.templates())
    if (thread.createdAt)
      for (const llvm::Use &argument : thread.createdAt->call->args())
        share(pointsTo.pointedToBy(*argument));
  for (const AccessSite &site : program.sites()) {
    const MemoryClass memory = pointsTo.pointedToBy(*program.placeOf(site.id).pointer);
    if (!memory.valid())
      continue;
    bool isLibraryMemory = pointsTo.objectsOf(memory).empty(); // nobody knows whose it is
    for (const AbstractObject &object : pointsTo.objectsOf(memory))
      isLibraryMemory = isLibraryMemory || object.kind == AbstractObject::Kind::Library;
    if (isLibraryMemory)
      share(memory);
  }

  while (!open.empty()) {
    const MemoryClass memory = open.back();
    open.pop_back();
    share(pointsTo.contentOf(memory));
  }
}

bool Sharing::isShared(MemoryClass memory) const {
  return !memory.valid() || shared_[memory.index()];
}

} // namespace raceward
