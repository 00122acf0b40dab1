#include "raceward/prove/Sharing.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/InstrTypes.h>

#include <algorithm>

namespace raceward {

/// The roots of another thread: globals, the arguments of its creation, pointers that the library
/// keeps. Everything reachable from there through memory is shared. A thread-local variable is not
/// a root (each thread finds its own), but is shared when its address is stored where others can
/// find it.
Sharing::Sharing(const Program & /*program*/, const PointsTo &pointsTo, const Threads &threads)
    : pointsTo_(pointsTo) {
  std::vector<ObjectId> starts;
  if (!mutated(ProverMutation::SharingKept))
    starts = pointsTo.keptByLibrary();
  for (std::size_t i = 0; i < pointsTo.objects().size(); ++i) {
    const AbstractObject &object = pointsTo.objects()[i];
    // A pointer of unknown origin may belong to any thread.
    if (object.kind == AbstractObject::Kind::Global ||
        object.kind == AbstractObject::Kind::Library ||
        object.kind == AbstractObject::Kind::Anything ||
        (object.isExposed && pointsTo.anythingIsAccessed() &&
         !mutated(ProverMutation::SharingExposed)))
      starts.emplace_back(i);
  }
  for (const ThreadTemplate &thread : threads.templates()) {
    if (!thread.createdAt || mutated(ProverMutation::SharingArguments))
      continue;
    for (const llvm::Use &argument : thread.createdAt->call->args()) {
      const std::vector<ObjectId> objects = pointsTo.objectsOf(*argument);
      starts.insert(starts.end(), objects.begin(), objects.end());
    }
  }
  shared_ = pointsTo.reachableFrom(starts);
}

bool Sharing::isShared(SiteId site) const {
  const std::vector<ObjectId> &objects = pointsTo_.objectsOf(pointsTo_.targetSetOf(site));
  // An unknown object may belong to any thread.
  return (objects.empty() && !mutated(ProverMutation::SharingUnknown)) ||
         std::any_of(objects.begin(), objects.end(),
                     [&](ObjectId object) { return isShared(object); });
}

} // namespace raceward
