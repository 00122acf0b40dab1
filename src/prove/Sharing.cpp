#include "raceward/prove/Sharing.h"

#include <llvm/IR/InstrTypes.h>

#include <algorithm>

namespace raceward {

/// Whatever another thread can start from: globals, what it is handed when it is
/// created, what the library keeps. Everything that can be reached from there through
/// memory is shared. A thread-local variable is no start (each thread finds its own),
/// but is shared when its address is stored where others look.
Sharing::Sharing(const Program &, const PointsTo &pointsTo, const Threads &threads)
    : pointsTo_(pointsTo), shared_(pointsTo.objects().size(), false) {
  std::vector<ObjectId> open;
  const auto share = [&](ObjectId object) {
    if (!shared_[object.index()]) {
      shared_[object.index()] = true;
      open.push_back(object);
    }
  };
  const auto shareAll = [&](const std::vector<ObjectId> &objects) {
    for (const ObjectId object : objects)
      share(object);
  };

  for (std::size_t i = 0; i < pointsTo.objects().size(); ++i) {
    const AbstractObject &object = pointsTo.objects()[i];
    // A pointer from nowhere may be anybody's.
    if (object.kind == AbstractObject::Kind::Global ||
        object.kind == AbstractObject::Kind::Library ||
        object.kind == AbstractObject::Kind::Anything ||
        (object.isExposed && pointsTo.anythingIsAccessed()))
      share(ObjectId(i));
  }
  shareAll(pointsTo.keptByLibrary());
  for (const ThreadTemplate &thread : threads.templates())
    if (thread.createdAt)
      for (const llvm::Use &argument : thread.createdAt->call->args())
        shareAll(pointsTo.objectsOf(*argument));

  while (!open.empty()) {
    const ObjectId object = open.back();
    open.pop_back();
    shareAll(pointsTo.contentOf(object));
  }
}

bool Sharing::isShared(SiteId site) const {
  const std::vector<ObjectId> &objects = pointsTo_.objectsOf(pointsTo_.targetSetOf(site));
  // Nobody knows whose it is if it is none that we know.
  return objects.empty() || std::any_of(objects.begin(), objects.end(),
                                        [&](ObjectId object) { return isShared(object); });
}

} // namespace raceward
