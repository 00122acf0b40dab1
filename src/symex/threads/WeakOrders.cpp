#include "WeakOrders.h"

#include <algorithm>
#include <utility>

namespace raceward {

void WeakOrders::meet(const Action &action) {
  if (!isOnePlace_)
    return;
  forEachAccess(action, [&](const MemoryAccess &access) {
    if (!isAtomic(access))
      return;
    if (!place_)
      place_ = access.at;
    // An access of another size counts as another place: it sees parts of several writes.
    isOnePlace_ &= access.at.exact && access.at.object == place_->object &&
                   access.at.offset == place_->offset && access.at.bytes == place_->bytes;
  });
}

void WeakOrders::noteWeak(Gap gap) {
  if (std::ranges::none_of(weak_, [&](const Gap &other) { return other.at == gap.at; }))
    weak_.push_back(std::move(gap));
}

std::vector<Gap> WeakOrders::takeGaps() {
  return isOnePlace_ ? std::vector<Gap>() : std::exchange(weak_, {});
}

} // namespace raceward
