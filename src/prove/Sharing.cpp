#include "raceward/prove/Sharing.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/InstrTypes.h>

#include <algorithm>

namespace raceward {

/// Whatever another thread can start from: globals, what it is handed when it is
/// created, what the library keeps. Everything that can be reached from there through
/// memory is shared. A thread-local variable is no start (each thread finds its own),
/// but is shared when its address is stored where others look.
Sharing::Sharing(const Program & /*program*/, const PointsTo &pointsTo, const Threads &threads)
    : pointsTo_(pointsTo) {
  std::vector<ObjectId> starts;
  if (!mutated(ProverMutation::SharingKept))
    starts = pointsTo.keptByLibrary();
  for (std::size_t i = 0; i < pointsTo.objects().size(); ++i) {
    const AbstractObject &object = pointsTo.objects()[i];
    // A pointer from nowhere may be anybody's.
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
  // Nobody knows whose it is if it is none that we know.
  return (objects.empty() && !mutated(ProverMutation::SharingUnknown)) ||
         std::any_of(objects.begin(), objects.end(),
                     [&](ObjectId object) { return isShared(object); });
}

} // namespace raceward
